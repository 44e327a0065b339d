import { GetMessages, MatchMessages } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { GetMessagesHandler } from './get-messages.handler.js';

@Controller()
export class HistoryRpc {
  constructor(private readonly getMessages: GetMessagesHandler) {}

  @MessagePattern(GetMessages.pattern)
  getPage(@Payload() request: GetMessages) {
    return this.getMessages.getPage(request);
  }

  @MessagePattern(MatchMessages.pattern)
  async match(@Payload() request: MatchMessages) {
    return { messages: await this.getMessages.match(request) };
  }
}
