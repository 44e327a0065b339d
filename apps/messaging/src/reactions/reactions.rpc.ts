import { AddReaction, RemoveReaction } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ReactionsHandler } from './reactions.handler.js';

@Controller()
export class ReactionsRpc {
  constructor(private readonly reactions: ReactionsHandler) {}

  @MessagePattern(AddReaction.pattern)
  add(@Payload() request: AddReaction) {
    return this.reactions.add(request);
  }

  @MessagePattern(RemoveReaction.pattern)
  remove(@Payload() request: RemoveReaction) {
    return this.reactions.remove(request);
  }
}
