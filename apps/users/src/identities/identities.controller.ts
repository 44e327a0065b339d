import {
  deleteIdentity,
  EndSessionsOfIdentity,
  type IdentityList,
  IdentitySelection,
  listIdentities,
  listOwnIdentities,
  Principal,
  UserSelection,
} from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { IdentitiesService } from './identities.service.js';

@Controller()
export class IdentitiesController {
  constructor(private readonly identities: IdentitiesService) {}

  @Handles(listOwnIdentities)
  listOwn(@Actor() actor: Principal): Promise<IdentityList> {
    return this.identities.list(actor, actor.userId);
  }

  @Handles(listIdentities)
  list(@Actor() actor: Principal, @Parameters() { userId }: UserSelection): Promise<IdentityList> {
    return this.identities.list(actor, userId);
  }

  @Handles(deleteIdentity)
  delete(@Actor() actor: Principal, @Parameters() selection: IdentitySelection): Promise<void> {
    return this.identities.delete(actor, selection);
  }

  @MessagePattern(EndSessionsOfIdentity.pattern)
  endSessions(@Payload() request: EndSessionsOfIdentity) {
    return this.identities.endSessionsOf(request);
  }
}
