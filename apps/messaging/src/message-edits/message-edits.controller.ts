import {
  deleteMessage,
  deleteTopic,
  editMessage,
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

@Controller()
export class MessageEditsController {
  constructor(
    private readonly edits: MessageEditsService,
    private readonly deletion: DeleteMessagesService,
  ) {}

  @Handles(editMessage)
  edit(@Actor() actor: Principal, @Parameters() changes: MessageChanges, @Ctx() context: RpcContext) {
    return this.edits.edit({ actor, ...changes }, context.request);
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
