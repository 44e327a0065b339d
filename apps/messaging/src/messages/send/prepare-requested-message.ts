import { ApiError } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { BotOwnerNotices } from '../notices/bot-owner-notices.js';
import { streamAddress } from './addressee.js';
import { type MessageToSend, PrepareMessage } from './prepare-message.js';
import type { PreparedMessage } from './prepared-message.js';

/** Prepares what somebody asks to be sent, now or later. When a bot writes in vain its owner is told. */
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
        await this.botOwnerNotices.tellOfMissing(sender, streamAddress(request.to));
      }
      throw error;
    });
    const { recipient } = prepared;
    if (recipient.kind === 'stream') await this.botOwnerNotices.tellIfDeserted(sender, recipient);
    return prepared;
  }
}
