import { requireAdministrator } from '@chat/auth';
import { CreateLinkifier, DeleteLinkifier, UpdateLinkifier } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { LinkifiersService } from './linkifiers.service.js';

@Controller()
export class LinkifiersController {
  constructor(private readonly linkifiers: LinkifiersService) {}

  @MessagePattern(CreateLinkifier.pattern)
  create(@Payload() { actor, pattern, urlTemplate }: CreateLinkifier) {
    requireAdministrator(actor);
    return this.linkifiers.create(actor.realmId, { pattern, urlTemplate });
  }

  @MessagePattern(UpdateLinkifier.pattern)
  update(@Payload() { actor, linkifierId, pattern, urlTemplate }: UpdateLinkifier) {
    requireAdministrator(actor);
    return this.linkifiers.update(actor.realmId, linkifierId, { pattern, urlTemplate });
  }

  @MessagePattern(DeleteLinkifier.pattern)
  delete(@Payload() { actor, linkifierId }: DeleteLinkifier) {
    requireAdministrator(actor);
    return this.linkifiers.delete(actor.realmId, linkifierId);
  }
}
