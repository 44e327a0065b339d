import { ApiError } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { BotOwnerNotices } from '../notices/bot-owner-notices.js';
import { streamAddress } from './addressee.js';
import { type MessageToSend, PrepareMessage } from './prepare-message.js';
import type { PreparedMessage } from './prepared-message.js';

/** Prepares a message that a user or bot asks to send, now or later, and notifies owners of bots without readers. */
@Injectable()
export class PrepareRequestedMessage {
  constructor(
    private readonly preparation: PrepareMessage,
    private readonly botOwnerNotices: BotOwnerNotices,
  ) {}

  /** As `PrepareMessage` does. */
  async prepare(request: MessageToSend): Promise<PreparedMessage> {
    const { sender } = request;
    if (!sender.isBot || sender.botOwnerId === null) return this.preparation.prepare(request);
    const prepared = await this.preparation.prepare(request).catch(async (error: unknown) => {
      if (error instanceof ApiError && error.code === 'STREAM_DOES_NOT_EXIST') {
        await this.botOwnerNotices.notifyOfMissingStream(sender, streamAddress(request.to));
      }
      throw error;
    });
    const { recipient } = prepared;
    if (recipient.kind === 'stream') await this.botOwnerNotices.notifyIfDeserted(sender, recipient);
    return prepared;
  }
}
