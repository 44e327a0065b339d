import { serialize } from 'node:v8';
import type { LogReader } from '@chat/event-log';
import type { Transaction } from '@chat/persistence';
import { describe, expect, it } from '@jest/globals';
import { CachedStreams } from './cached-streams.js';

const REALMS = 120_000;

/** Realms without a stream. */
const tx = { queryPrepared: async () => [] } as unknown as Transaction;

describe('cached streams', () => {
  it('are bounded, also for realms without streams', async () => {
    const cache = new CachedStreams({ onDiscard: () => {} } as Partial<LogReader> as LogReader);
    const { realms } = cache as unknown as { realms: Iterable<unknown> };
    let realmId = 0;
    const askForMore = async (): Promise<number> => {
      for (let n = 0; n < REALMS; n++) await cache.of(tx, ++realmId);
      return serialize([...realms]).length;
    };

    const many = await askForMore();
    const more = await askForMore();

    expect(more).toBeLessThan(1.1 * many);
  });
});
