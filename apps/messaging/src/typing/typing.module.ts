import { SetTyping } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { AccessModule } from '../access/access.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { ProjectionsModule } from '../projections/projections.module.js';
import { SetTypingHandler } from './set-typing.handler.js';

@Controller()
export class TypingRpc {
  constructor(private readonly setTyping: SetTypingHandler) {}

  @MessagePattern(SetTyping.pattern)
  set(@Payload() request: SetTyping) {
    return this.setTyping.handle(request);
  }
}

@Module({
  imports: [AccessModule, MessagesModule, ProjectionsModule],
  controllers: [TypingRpc],
  providers: [SetTypingHandler],
})
export class TypingModule {}
