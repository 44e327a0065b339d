import { AddReaction, RemoveReaction } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import { addReactionEndpoint, removeReactionEndpoint } from './reactions.endpoints.js';

@Controller()
export class ReactionsController {
  @Endpoint(addReactionEndpoint)
  async add(call: Call<typeof addReactionEndpoint>) {
    await call.request(AddReaction, {
      actor: call.principal,
      messageId: call.path.messageId,
      ...call.parameters,
    });
    return {};
  }

  @Endpoint(removeReactionEndpoint)
  async remove(call: Call<typeof removeReactionEndpoint>) {
    await call.request(RemoveReaction, {
      actor: call.principal,
      messageId: call.path.messageId,
      ...call.parameters,
    });
    return {};
  }
}

@Module({ controllers: [ReactionsController] })
export class ReactionsModule {}
