import { serviceUnavailable } from '@chat/contracts';
import { Database, sqlState } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { PreparedMessage, StoredMessage } from './prepared-message.js';
import { storeMessages } from './store-messages.js';

/** Messages in one commit. */
const MAX_BATCH = 250;
/** Messages of a realm that wait for a commit, in this process; more are refused for a moment. */
const MAX_WAITING = 5_000;

interface Waiting {
  readonly message: PreparedMessage;
  readonly resolve: (stored: StoredMessage) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Stores messages in as few commits as possible: while one batch of a realm is committed and appended to the log, the next
 * gathers. Nobody waits for others to come, and one commit serves all who came meanwhile. (One batch at a time loses
 * nothing: the realm's lock would let only one commit anyway.)
 */
@Injectable()
export class GroupCommit {
  private readonly realms = new Map<number, Waiting[]>();

  constructor(private readonly database: Database) {}

  /** Resolves when the message is stored and in the log. */
  store(message: PreparedMessage): Promise<StoredMessage> {
    return new Promise((resolve, reject) => {
      const waiting = this.realms.get(message.realmId);
      if (waiting === undefined) {
        const fresh = [{ message, resolve, reject }];
        this.realms.set(message.realmId, fresh);
        void this.run(message.realmId, fresh);
      } else if (waiting.length >= MAX_WAITING) reject(serviceUnavailable('messaging'));
      else waiting.push({ message, resolve, reject });
    });
  }

  private async run(realmId: number, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) await this.commit(realmId, waiting.splice(0, MAX_BATCH));
    this.realms.delete(realmId);
  }

  private async commit(realmId: number, batch: readonly Waiting[]): Promise<void> {
    try {
      const messages = batch.map(({ message }) => message);
      const stored = await this.database.transaction((tx) => storeMessages(tx, realmId, messages));
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
}

/** Data exception or integrity violation: certainly rolled back, and not everybody's fault. */
const isFaultOfARow = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '');
