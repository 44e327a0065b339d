import {
  CreateLinkifier,
  DeleteLinkifier,
  GetRenderingFacts,
  type RenderingFacts,
  type Stamped,
  UpdateLinkifier,
} from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { RealmStates } from '../realm-state/realm-states.js';
import { LinkifiersHandler } from './linkifiers.handler.js';

@Controller()
export class LinkifiersRpc {
  constructor(
    private readonly states: RealmStates,
    private readonly linkifiers: LinkifiersHandler,
  ) {}

  @MessagePattern(GetRenderingFacts.pattern)
  async getRenderingFacts(@Payload() { realmId }: GetRenderingFacts): Promise<Stamped<RenderingFacts>> {
    const { sequence, linkifiers, emoji, playgrounds } = await this.states.get(realmId);
    return { sequence, state: { linkifiers, emoji, playgrounds } };
  }

  @MessagePattern(CreateLinkifier.pattern)
  create(@Payload() request: CreateLinkifier) {
    return this.linkifiers.create(request);
  }

  @MessagePattern(UpdateLinkifier.pattern)
  update(@Payload() request: UpdateLinkifier) {
    return this.linkifiers.update(request);
  }

  @MessagePattern(DeleteLinkifier.pattern)
  delete(@Payload() request: DeleteLinkifier) {
    return this.linkifiers.delete(request);
  }
}
