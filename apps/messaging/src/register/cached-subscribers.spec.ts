import { serialize } from 'node:v8';
import type { LogReader } from '@chat/event-log';
import type { Transaction } from '@chat/persistence';
import { describe, expect, it } from '@jest/globals';
import type { RealmUsers } from '../projections/realm-users.js';
import { CachedSubscribers } from './cached-subscribers.js';

const STREAMS_AT_ONCE = 10_000;

/** Streams without subscribers. */
const tx = { query: async () => [], queryPrepared: async () => [] } as unknown as Transaction;
const users = { deactivatedIds: () => [] } as unknown as RealmUsers;

describe('cached subscribers', () => {
  it('are bounded, also for streams without subscribers', async () => {
    const cache = new CachedSubscribers({ onDiscard: () => {} } as Partial<LogReader> as LogReader);
    const { lists } = cache as unknown as { lists: Iterable<unknown> };
    let asked = 0;
    const askForMore = async (): Promise<number> => {
      for (let n = 0; n < 15; n++) {
        const ids = Array.from({ length: STREAMS_AT_ONCE }, () => ++asked);
        await cache.textsOf(tx, ids, users);
      }
      return serialize([...lists]).length;
    };

    const many = await askForMore();
    const more = await askForMore();

    expect(more).toBeLessThan(1.1 * many);
  });
});
