import { DeleteMessage, DeleteTopic, EditMessage, GetMessageHistory } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { DeleteMessagesHandler } from './delete-messages.handler.js';
import { EditMessageHandler } from './edit-message.handler.js';
import { GetMessageHistoryHandler } from './get-message-history.handler.js';

@Controller()
export class EditsRpc {
  constructor(
    private readonly editMessage: EditMessageHandler,
    private readonly deleteMessages: DeleteMessagesHandler,
    private readonly getMessageHistory: GetMessageHistoryHandler,
  ) {}

  @MessagePattern(EditMessage.pattern)
  edit(@Payload() request: EditMessage) {
    return this.editMessage.handle(request);
  }

  @MessagePattern(DeleteMessage.pattern)
  delete(@Payload() request: DeleteMessage) {
    return this.deleteMessages.deleteMessage(request);
  }

  @MessagePattern(DeleteTopic.pattern)
  async deleteTopic(@Payload() request: DeleteTopic) {
    return { isComplete: await this.deleteMessages.deleteTopic(request) };
  }

  @MessagePattern(GetMessageHistory.pattern)
  async getHistory(@Payload() request: GetMessageHistory) {
    return { message_history: await this.getMessageHistory.handle(request) };
  }
}
