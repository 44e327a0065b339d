import {
  getRealmPresence,
  getUserPresence,
  getUserPresenceByEmail,
  PresenceByEmail,
  PresenceUpdate,
  Principal,
  ReadPresences,
  UserSelection,
  updatePresence,
} from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { PresenceService } from './presence.service.js';

@Controller()
export class PresenceController {
  constructor(private readonly presence: PresenceService) {}

  @Handles(updatePresence)
  update(@Actor() actor: Principal, @Parameters() update: PresenceUpdate) {
    return this.presence.update(actor, update);
  }

  @Handles(getRealmPresence)
  list(@Actor() { realmId }: Principal) {
    return this.presence.list(realmId, false);
  }

  @MessagePattern(ReadPresences.pattern)
  read(@Payload() { realmId, slimPresence }: ReadPresences) {
    return this.presence.list(realmId, slimPresence);
  }

  @Handles(getUserPresence)
  get(@Actor() { realmId }: Principal, @Parameters() { userId }: UserSelection) {
    return this.presence.get(realmId, userId);
  }

  @Handles(getUserPresenceByEmail)
  getByEmail(@Actor() { realmId }: Principal, @Parameters() { email }: PresenceByEmail) {
    return this.presence.get(realmId, email);
  }
}
