import { deleteSessions, OwnSessionsEnd, Principal, VerifyCredentials } from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { CredentialsService } from './credentials.service.js';

@Controller()
export class CredentialsController {
  constructor(private readonly credentials: CredentialsService) {}

  @MessagePattern(VerifyCredentials.pattern)
  verify(@Payload() request: VerifyCredentials) {
    return this.credentials.verify(request);
  }

  @Handles(deleteSessions)
  endOwn(@Actor() actor: Principal, @Parameters() which: OwnSessionsEnd) {
    return this.credentials.endOwn(actor, which);
  }
}
