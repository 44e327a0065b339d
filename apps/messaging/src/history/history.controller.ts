import { GetMessages, MatchMessages } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { HistoryService } from './history.service.js';

@Controller()
export class HistoryController {
  constructor(private readonly getMessages: HistoryService) {}

  @MessagePattern(GetMessages.pattern)
  getPage(@Payload() request: GetMessages) {
    return this.getMessages.getPage(request);
  }

  @MessagePattern(MatchMessages.pattern)
  async match(@Payload() request: MatchMessages) {
    return { messages: await this.getMessages.match(request) };
  }
}
