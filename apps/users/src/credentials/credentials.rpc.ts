import { VerifyCredentials } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { VerifyCredentialsHandler } from './verify-credentials.handler.js';

@Controller()
export class CredentialsRpc {
  constructor(private readonly verifier: VerifyCredentialsHandler) {}

  @MessagePattern(VerifyCredentials.pattern)
  verify(@Payload() request: VerifyCredentials) {
    return this.verifier.handle(request);
  }
}
