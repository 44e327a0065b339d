import { serviceUnavailable } from '@chat/contracts';
import { Database, sqlState } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { PreparedMessage, StoredMessage } from './prepared-message.js';
import { storeMessages } from './store-messages.js';
import { isPlainSend, storeNewMessages } from './store-new-messages.js';

/** Messages in one commit. */
const MAX_BATCH = 250;
/** Messages of a realm that wait for a commit, in this process; more are refused for a moment. */
const MAX_WAITING = 5_000;
/** As many as wait go out behind a batch that is not committed yet; fewer are not worth a commit of their own, and wait for it. */
const ENOUGH_TO_FOLLOW = 8;
const MAX_UNDER_WAY = 2;

interface Waiting {
  readonly message: PreparedMessage;
  readonly resolve: (stored: StoredMessage) => void;
  readonly reject: (error: unknown) => void;
}

interface RealmQueue {
  readonly waiting: Waiting[];
  batchesUnderWay: number;
  isSending: boolean;
}

/**
 * Stores messages in as few commits as possible: messages of one turn of the event loop are a batch, and while one batch of a realm
 * commits, the next one gathers. No message waits for later ones. If many wait, their batch is sent before the previous commit is
 * confirmed, so that the database is never idle; one process appends to the log in the order of its statements.
 */
@Injectable()
export class GroupCommit {
  private readonly realms = new Map<number, RealmQueue>();

  constructor(private readonly database: Database) {}

  /** Resolves when the message is stored and in the log. */
  store(message: PreparedMessage): Promise<StoredMessage> {
    return new Promise((resolve, reject) => {
      const queue = this.realms.get(message.realmId) ?? this.open(message.realmId);
      if (queue.waiting.length >= MAX_WAITING) {
        reject(serviceUnavailable('messaging'));
        return;
      }
      queue.waiting.push({ message, resolve, reject });
      this.sendSoon(message.realmId, queue);
    });
  }

  private open(realmId: number): RealmQueue {
    const queue = { waiting: [], batchesUnderWay: 0, isSending: false };
    this.realms.set(realmId, queue);
    return queue;
  }

  /** At the end of this turn of the event loop: what was read from the list at once belongs into one commit. */
  private sendSoon(realmId: number, queue: RealmQueue): void {
    if (queue.isSending) return;
    queue.isSending = true;
    setImmediate(() => {
      queue.isSending = false;
      this.sendBatches(realmId, queue);
    });
  }

  private sendBatches(realmId: number, queue: RealmQueue): void {
    while (mayFollow(queue)) {
      queue.batchesUnderWay++;
      void this.committed(realmId, queue.waiting.splice(0, MAX_BATCH)).then(() => {
        queue.batchesUnderWay--;
        this.sendSoon(realmId, queue);
      });
    }
    if (queue.batchesUnderWay === 0) this.realms.delete(realmId);
  }

  /** Resolves when the batch is committed or has failed. Its messages resolve when the log has them, too. */
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
    const stored =
      messages.every(isPlainSend) && (await storeNewMessages(this.database, realmId, messages, onCommitted));
    return stored || this.database.transaction((tx) => storeMessages(tx, realmId, messages), onCommitted);
  }
}

const mayFollow = ({ waiting, batchesUnderWay }: RealmQueue): boolean =>
  batchesUnderWay === 0 ? waiting.length > 0 : batchesUnderWay < MAX_UNDER_WAY && waiting.length >= ENOUGH_TO_FOLLOW;

/** Data exception or integrity violation: rolled back, and caused by one of the rows. */
const isFaultOfARow = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '');
