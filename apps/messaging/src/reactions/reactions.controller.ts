import { addReaction, NewReaction, Principal, ReactionSelection, removeReaction } from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { ReactionsService } from './reactions.service.js';

@Controller()
export class ReactionsController {
  constructor(private readonly reactions: ReactionsService) {}

  @Handles(addReaction)
  add(@Actor() actor: Principal, @Parameters() reaction: NewReaction) {
    return this.reactions.add(actor, reaction);
  }

  @Handles(removeReaction)
  remove(@Actor() actor: Principal, @Parameters() reaction: ReactionSelection) {
    return this.reactions.remove(actor, reaction);
  }
}
