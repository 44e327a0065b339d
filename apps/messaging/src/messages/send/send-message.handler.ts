import { missingParameter, type SendMessage } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { GroupCommit } from './group-commit.js';
import { PrepareMessage } from './prepare-message.js';

/**
 * Sends a message. Round trips to the database for a member writing to a public stream: four per batch of concurrent sends
 * (begin, insert, outbox, commit), none for the message alone. Guests, private streams, mentions of guests: one more each.
 */
@Injectable()
export class SendMessageHandler {
  constructor(
    private readonly preparation: PrepareMessage,
    private readonly groupCommit: GroupCommit,
  ) {}

  async handle(request: SendMessage): Promise<{ id: number }> {
    if (request.localId === undefined && request.queueId !== undefined) throw missingParameter('local_id');
    if (request.queueId === undefined && request.localId !== undefined) throw missingParameter('queue_id');
    const prepared = await this.preparation.prepare(request);
    const { messageId } = await this.groupCommit.store(prepared);
    return { id: messageId };
  }
}
