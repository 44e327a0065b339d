import { serviceUnavailable } from '@chat/contracts';
import { Database, sqlState } from '@chat/persistence';
import type { ReplyPacket } from '@chat/transport';
import { Injectable } from '@nestjs/common';
import type { PreparedMessage, StoredMessage } from './prepared-message.js';
import { storeMessages } from './store-messages.js';
import { isPlainSend, storeNewMessages } from './store-new-messages.js';

/** Messages in one commit. */
const MAX_BATCH = 250;
/** Messages of a realm that wait for a commit, in this process; more are refused for a moment. */
const MAX_WAITING = 5_000;

interface Waiting {
  readonly message: PreparedMessage;
  readonly replyWith: ((messageId: number) => ReplyPacket) | undefined;
  readonly resolve: (stored: StoredMessage) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Stores messages in as few commits as possible: while one batch of a realm is committed, the next gathers. Nobody waits for
 * others to come, and one commit serves all who came meanwhile. (One batch at a time loses nothing: the realm's lock would let
 * only one commit anyway.) The next is committed while the last is appended to the log; what is appended by one process stays in
 * the order in which it asked.
 */
@Injectable()
export class GroupCommit {
  private readonly realms = new Map<number, Waiting[]>();

  constructor(private readonly database: Database) {}

  /**
   * Resolves when the message is stored and in the log. With `replyWith` its sender may have been answered then (`isAnswered`), in
   * the step that put it into the log.
   */
  store(message: PreparedMessage, replyWith?: (messageId: number) => ReplyPacket): Promise<StoredMessage> {
    return new Promise((resolve, reject) => {
      const waiting = this.realms.get(message.realmId);
      if (waiting === undefined) {
        const fresh = [{ message, replyWith, resolve, reject }];
        this.realms.set(message.realmId, fresh);
        void this.run(message.realmId, fresh);
      } else if (waiting.length >= MAX_WAITING) reject(serviceUnavailable('messaging'));
      else waiting.push({ message, replyWith, resolve, reject });
    });
  }

  private async run(realmId: number, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) await this.committed(realmId, waiting.splice(0, MAX_BATCH));
    this.realms.delete(realmId);
  }

  /** Resolves as soon as the batch is committed, or has failed; whoever waits for it hears of that when it is in the log, too. */
  private committed(realmId: number, batch: readonly Waiting[]): Promise<void> {
    return new Promise((resolve) => {
      void this.commit(realmId, batch, resolve).then(resolve);
    });
  }

  private async commit(realmId: number, batch: readonly Waiting[], onCommitted?: () => void): Promise<void> {
    try {
      const stored = await this.stored(realmId, batch, onCommitted);
      for (const [place, { resolve }] of batch.entries()) resolve(stored[place] as StoredMessage);
    } catch (error) {
      if (batch.length === 1 || !isFaultOfARow(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      // One row that the database does not take must not fail the others. Nothing was committed, so each goes alone.
      for (const one of batch) await this.commit(realmId, [one]);
    }
  }

  private async stored(realmId: number, batch: readonly Waiting[], onCommitted?: () => void): Promise<StoredMessage[]> {
    const messages = batch.map(({ message }) => message);
    const replyTo = (messageId: number, place: number) => batch[place]?.replyWith?.(messageId);
    const stored =
      messages.every(isPlainSend) && (await storeNewMessages(this.database, realmId, messages, onCommitted, replyTo));
    return stored || this.database.transaction((tx) => storeMessages(tx, realmId, messages), onCommitted);
  }
}

/** Data exception or integrity violation: certainly rolled back, and not everybody's fault. */
const isFaultOfARow = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '');
