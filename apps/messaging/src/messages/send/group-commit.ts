import { serviceUnavailable } from '@chat/contracts';
import { Database, sqlState } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { PreparedMessage, StoredMessage } from './prepared-message.js';
import { storeMessages } from './store-messages.js';
import { storeNewMessages } from './store-new-messages.js';

/** Messages in one commit. */
const MAX_BATCH = 250;
/** Messages of a realm that wait for a commit in this process. Further sends are refused with 503. */
const MAX_WAITING = 5_000;
/** Waiting messages that make a second batch worth sending before the first is committed. Fewer wait for the first commit. */
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
      let queue = this.realms.get(message.realmId);
      if (!queue) {
        queue = { waiting: [], batchesUnderWay: 0, isSending: false };
        this.realms.set(message.realmId, queue);
      }
      if (queue.waiting.length >= MAX_WAITING) {
        reject(serviceUnavailable('messaging'));
        return;
      }
      queue.waiting.push({ message, resolve, reject });
      this.sendSoon(message.realmId, queue);
    });
  }

  /** At the end of this turn of the event loop: requests that were read from the list together share a commit. */
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
      // A row that the database rejects must not fail the others. Nothing was committed, so each is stored alone.
      for (const one of batch) await this.commit(realmId, [one]);
    }
  }

  private async stored(realmId: number, batch: readonly Waiting[], onCommitted?: () => void): Promise<StoredMessage[]> {
    const messages = batch.map(({ message }) => message);
    const stored = messages.some(changesOtherRows)
      ? undefined
      : await storeNewMessages(this.database, realmId, messages, onCommitted);
    return stored ?? this.database.transaction((tx) => storeMessages(tx, realmId, messages), onCommitted);
  }
}

const mayFollow = ({ waiting, batchesUnderWay }: RealmQueue): boolean =>
  batchesUnderWay === 0 ? waiting.length > 0 : batchesUnderWay < MAX_UNDER_WAY && waiting.length >= ENOUGH_TO_FOLLOW;

/** The first message of a stream changes the stream, a widget has a submessage, bots get an event. */
const changesOtherRows = ({ isFirstOfStream, widget, triggeredBotIds }: PreparedMessage): boolean =>
  isFirstOfStream || widget !== undefined || triggeredBotIds !== undefined;

/** Data exception or integrity violation: rolled back, and caused by one of the rows. */
const isFaultOfARow = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '');
