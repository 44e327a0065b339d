import { ApiError, CallBots, missingParameter } from '@chat/contracts';
import type { RequestContext } from '@chat/redis-rpc';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { BotOwnerNotices } from './notices/bot-owner-notices.js';
import { GroupCommit } from './send/group-commit.js';
import { type MessageToSend, PrepareMessage } from './send/prepare-message.js';
import type { PreparedMessage, StoredMessage } from './send/prepared-message.js';
import { streamAddress } from './send/stream-recipients.js';
import { botCall } from './send/triggered-bots.js';

/** Sends messages. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly preparation: PrepareMessage,
    private readonly botOwnerNotices: BotOwnerNotices,
    private readonly groupCommit: GroupCommit,
    private readonly afterCommit: AfterCommit,
  ) {}

  /**
   * Sends a message. Round trips to the database for a member and a public stream: one per batch of concurrent sends, none for the
   * message alone. Guests, private streams, mentions of guests: one more each; bots: one a minute and stream; a sender with
   * muters: one more. Links to files: a request to the files service. A message that calls bots: a request without waiting.
   */
  async send(request: MessageToSend, cause: RequestContext): Promise<{ id: number }> {
    if (request.localId === undefined && request.queueId !== undefined) throw missingParameter('local_id');
    const { messageId } = await this.store(request, cause);
    return { id: messageId };
  }

  /** The same, and returns whether the message is new. */
  async store(request: MessageToSend, cause: RequestContext): Promise<StoredMessage> {
    const prepared = await this.prepare(request);
    const stored = await this.groupCommit.store(prepared);
    this.callBots(prepared, stored, cause);
    return stored;
  }

  /** Calls the bots that a stored message triggers, once. The sender does not wait for them. */
  callBots(prepared: PreparedMessage, stored: StoredMessage, cause: RequestContext): void {
    const { realmId, triggeredBotIds: botIds } = prepared;
    if (!stored.isNew || botIds === undefined) return;
    void this.afterCommit.ask(CallBots, { realmId, ...botCall(prepared, botIds, stored.messageId) }, cause);
  }

  /** Prepares a message to be sent now or later, and notifies the owner of a bot if no user would read the message. */
  async prepare(request: MessageToSend): Promise<PreparedMessage> {
    const { sender } = request;
    if (!sender.isBot || sender.botOwnerId === null) return this.preparation.prepare(request);
    const prepared = await this.preparation.prepare(request).catch(async (error: unknown) => {
      if (error instanceof ApiError && error.code === 'STREAM_DOES_NOT_EXIST' && request.to !== undefined) {
        await this.botOwnerNotices.notifyOfMissingStream(sender, streamAddress(request.to));
      }
      throw error;
    });
    const { recipient } = prepared;
    if (recipient.kind === 'stream') await this.botOwnerNotices.notifyIfDeserted(sender, recipient);
    return prepared;
  }
}
