import {
  deleteMessage,
  deleteTopic,
  editMessage,
  getMessageHistory,
  MessageChanges,
  MessageSelection,
  Principal,
  TopicSelection,
} from '@chat/contracts';
import type { RpcContext } from '@chat/redis-rpc';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Ctx } from '@nestjs/microservices';
import { DeleteMessagesService } from './delete-messages.service.js';
import { MessageEditsService } from './message-edits.service.js';
import { MessageVersionsService } from './message-versions.service.js';

@Controller()
export class MessageEditsController {
  constructor(
    private readonly edits: MessageEditsService,
    private readonly deletion: DeleteMessagesService,
    private readonly versions: MessageVersionsService,
  ) {}

  @Handles(editMessage)
  edit(@Actor() actor: Principal, @Parameters() changes: MessageChanges, @Ctx() context: RpcContext) {
    return this.edits.edit({ actor, ...changes }, context.request);
  }

  @Handles(getMessageHistory, { mayReadStandby: true })
  getHistory(@Actor() actor: Principal, @Parameters() { messageId }: MessageSelection) {
    return this.versions.list(actor, messageId);
  }

  @Handles(deleteMessage)
  delete(@Actor() actor: Principal, @Parameters() { messageId }: MessageSelection, @Ctx() context: RpcContext) {
    return this.deletion.deleteMessage(actor, messageId, context.request);
  }

  @Handles(deleteTopic)
  deleteTopic(
    @Actor() actor: Principal,
    @Parameters() { streamId, topicName }: TopicSelection,
    @Ctx() context: RpcContext,
  ) {
    return this.deletion.deleteTopic(actor, streamId, topicName, context.request);
  }
}
