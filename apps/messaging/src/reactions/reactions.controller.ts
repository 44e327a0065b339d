import { AddReaction, RemoveReaction } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ReactionsService } from './reactions.service.js';

@Controller()
export class ReactionsController {
  constructor(private readonly reactions: ReactionsService) {}

  @MessagePattern(AddReaction.pattern)
  add(@Payload() request: AddReaction) {
    return this.reactions.add(request);
  }

  @MessagePattern(RemoveReaction.pattern)
  remove(@Payload() request: RemoveReaction) {
    return this.reactions.remove(request);
  }
}
