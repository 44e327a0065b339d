import { VerifyCredentials } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { CredentialsService } from './credentials.service.js';

@Controller()
export class CredentialsController {
  constructor(private readonly verifier: CredentialsService) {}

  @MessagePattern(VerifyCredentials.pattern)
  verify(@Payload() request: VerifyCredentials) {
    return this.verifier.handle(request);
  }
}
