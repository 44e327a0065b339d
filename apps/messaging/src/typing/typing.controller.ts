import { Principal, setTyping, TypingChange } from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { TypingService } from './typing.service.js';

@Controller()
export class TypingController {
  constructor(private readonly typing: TypingService) {}

  @Handles(setTyping)
  set(@Actor() actor: Principal, @Parameters() change: TypingChange) {
    return this.typing.set(actor, change);
  }
}
