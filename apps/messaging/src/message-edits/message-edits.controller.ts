import {
  deleteMessage,
  deleteTopic,
  editMessage,
  MessageChanges,
  MessageSelection,
  Principal,
  TopicSelection,
} from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { DeleteMessagesService } from './delete-messages.service.js';
import { MessageEditsService } from './message-edits.service.js';

@Controller()
export class MessageEditsController {
  constructor(
    private readonly edits: MessageEditsService,
    private readonly deletion: DeleteMessagesService,
  ) {}

  @Handles(editMessage)
  edit(@Actor() actor: Principal, @Parameters() changes: MessageChanges) {
    return this.edits.edit({ actor, ...changes });
  }

  @Handles(deleteMessage)
  delete(@Actor() actor: Principal, @Parameters() { messageId }: MessageSelection) {
    return this.deletion.deleteMessage(actor, messageId);
  }

  @Handles(deleteTopic)
  deleteTopic(@Actor() actor: Principal, @Parameters() { streamId, topicName }: TopicSelection) {
    return this.deletion.deleteTopic(actor, streamId, topicName);
  }
}
