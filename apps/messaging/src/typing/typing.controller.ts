import { SetTyping } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { TypingService } from './typing.service.js';

@Controller()
export class TypingController {
  constructor(private readonly typing: TypingService) {}

  @MessagePattern(SetTyping.pattern)
  set(@Payload() request: SetTyping) {
    return this.typing.set(request);
  }
}
