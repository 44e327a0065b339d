import { SendMessage } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { SendMessageHandler } from './send/send-message.handler.js';

@Controller()
export class MessagesRpc {
  constructor(private readonly sendMessage: SendMessageHandler) {}

  @MessagePattern(SendMessage.pattern)
  send(@Payload() request: SendMessage) {
    return this.sendMessage.handle(request);
  }
}
