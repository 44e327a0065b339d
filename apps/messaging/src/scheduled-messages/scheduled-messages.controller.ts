import {
  CreateScheduledMessage,
  DeleteScheduledMessage,
  EditScheduledMessage,
  GetScheduledMessages,
} from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ScheduledMessagesService } from './scheduled-messages.service.js';

@Controller()
export class ScheduledMessagesController {
  constructor(private readonly scheduledMessages: ScheduledMessagesService) {}

  @MessagePattern(GetScheduledMessages.pattern)
  async get(@Payload() request: GetScheduledMessages) {
    return { scheduledMessages: await this.scheduledMessages.get(request.actor) };
  }

  @MessagePattern(CreateScheduledMessage.pattern)
  async create(@Payload() request: CreateScheduledMessage) {
    return { scheduledMessageId: await this.scheduledMessages.create(request) };
  }

  @MessagePattern(EditScheduledMessage.pattern)
  edit(@Payload() request: EditScheduledMessage) {
    return this.scheduledMessages.edit(request);
  }

  @MessagePattern(DeleteScheduledMessage.pattern)
  delete(@Payload() request: DeleteScheduledMessage) {
    return this.scheduledMessages.delete(request);
  }
}
