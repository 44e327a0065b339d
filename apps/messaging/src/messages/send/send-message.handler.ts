import { missingParameter, type SendMessage } from '@chat/contracts';
import { REPLIED, type RpcContext } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { GroupCommit } from './group-commit.js';
import { PrepareRequestedMessage } from './prepare-requested-message.js';

/**
 * Sends a message. Round trips to the database for a member writing to a public stream: one per batch of concurrent sends, none
 * for the message alone; the reply goes out in the step that appends the batch to the log. Guests, private streams, mentions of guests: one more
 * each; bots: one a minute and stream. Of senders whom somebody muted one more, and their batch is stored in steps.
 */
@Injectable()
export class SendMessageHandler {
  constructor(
    private readonly preparation: PrepareRequestedMessage,
    private readonly groupCommit: GroupCommit,
  ) {}

  async handle(request: SendMessage, context: RpcContext): Promise<{ id: number } | typeof REPLIED> {
    if (request.localId === undefined && request.queueId !== undefined) throw missingParameter('local_id');
    const prepared = await this.preparation.prepare(request);
    const { messageId, isAnswered } = await this.groupCommit.store(prepared, (id) => context.replyWith({ id }));
    return isAnswered ? REPLIED : { id: messageId };
  }
}
