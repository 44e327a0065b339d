import { createPlayground, deletePlayground, PlaygroundFields, PlaygroundSelection, Principal } from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { PlaygroundsService } from './playgrounds.service.js';

@Controller()
export class PlaygroundsController {
  constructor(private readonly playgrounds: PlaygroundsService) {}

  @Handles(createPlayground)
  create(@Actor() { realmId }: Principal, @Parameters() fields: PlaygroundFields) {
    return this.playgrounds.create(realmId, fields);
  }

  @Handles(deletePlayground)
  delete(@Actor() { realmId }: Principal, @Parameters() { playgroundId }: PlaygroundSelection) {
    return this.playgrounds.delete(realmId, playgroundId);
  }
}
