import {
  deleteSession,
  deleteSessionsOfUser,
  listSessions,
  Principal,
  SessionSelection,
  UserSelection,
  VerifySession,
} from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @MessagePattern(VerifySession.pattern)
  verify(@Payload() request: VerifySession) {
    return this.sessions.verify(request);
  }

  @Handles(listSessions)
  async list(@Actor() actor: Principal) {
    return { sessions: await this.sessions.list(actor) };
  }

  @Handles(deleteSession)
  delete(@Actor() actor: Principal, @Parameters() { sessionId }: SessionSelection) {
    return this.sessions.end(actor, sessionId);
  }

  @Handles(deleteSessionsOfUser)
  deleteOfUser(@Actor() actor: Principal, @Parameters() { userId }: UserSelection) {
    return this.sessions.endOfUser(actor, userId);
  }
}
