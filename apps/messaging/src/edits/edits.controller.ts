import { DeleteMessage, DeleteTopic, EditMessage, GetMessageHistory } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { DeleteMessagesService } from './delete-messages.service.js';
import { EditsService } from './edits.service.js';
import { MessageVersionsService } from './message-versions.service.js';

@Controller()
export class EditsController {
  constructor(
    private readonly edits: EditsService,
    private readonly deletion: DeleteMessagesService,
    private readonly versions: MessageVersionsService,
  ) {}

  @MessagePattern(EditMessage.pattern)
  edit(@Payload() request: EditMessage) {
    return this.edits.edit(request);
  }

  @MessagePattern(DeleteMessage.pattern)
  delete(@Payload() request: DeleteMessage) {
    return this.deletion.deleteMessage(request);
  }

  @MessagePattern(DeleteTopic.pattern)
  async deleteTopic(@Payload() request: DeleteTopic) {
    return { isComplete: await this.deletion.deleteTopic(request) };
  }

  @MessagePattern(GetMessageHistory.pattern)
  async getHistory(@Payload() request: GetMessageHistory) {
    return { message_history: await this.versions.list(request) };
  }
}
