import { requireAdministrator } from '@chat/auth';
import { CreatePlayground, DeletePlayground } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { PlaygroundsService } from './playgrounds.service.js';

@Controller()
export class PlaygroundsController {
  constructor(private readonly playgrounds: PlaygroundsService) {}

  @MessagePattern(CreatePlayground.pattern)
  create(@Payload() { actor, name, highlighterLanguage, urlPrefix }: CreatePlayground) {
    requireAdministrator(actor);
    return this.playgrounds.create(actor.realmId, { name, highlighterLanguage, urlPrefix });
  }

  @MessagePattern(DeletePlayground.pattern)
  delete(@Payload() { actor, playgroundId }: DeletePlayground) {
    requireAdministrator(actor);
    return this.playgrounds.delete(actor.realmId, playgroundId);
  }
}
