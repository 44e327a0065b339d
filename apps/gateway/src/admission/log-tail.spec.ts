import { describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { LogTail } from './log-tail.js';

/** Redis that replies to reads with the next position, or never. */
function fakeRedis(replies: (string | null)[]) {
  let reads = 0;
  const redis = {
    get: () => {
      const reply = replies[reads++];
      return reply === undefined ? new Promise(() => {}) : Promise.resolve(reply);
    },
  };
  return { redis: redis as unknown as Redis, reads: () => reads };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));
const reader = { waitUntilApplied: () => undefined };

describe('LogTail', () => {
  it('reads once for all requests of a tick and partition, and again for later ones', async () => {
    const { redis, reads } = fakeRedis(['1-0', '2-0', '3-0']);
    const tail = new LogTail(redis, reader);

    const together = await Promise.all([tail.reached(1), tail.reached(1), tail.reached(2)]);
    await nextTick();
    const later = await tail.reached(1);

    expect([together, later, reads()]).toEqual([['1-0', '1-0', '2-0'], '3-0', 3]);
  });

  it('is the beginning of an empty log', async () => {
    expect(await new LogTail(fakeRedis([null]).redis, reader).reached(1)).toBe('0-0');
  });

  it('waits until the process has applied all events up to it', async () => {
    const steps: string[] = [];
    const applying = {
      waitUntilApplied: async () => {
        await nextTick();
        steps.push('applied');
      },
    };

    await new LogTail(fakeRedis(['1-0']).redis, applying).reached(1).then(() => steps.push('reached'));

    expect(steps).toEqual(['applied', 'reached']);
  });

  it.each([
    ['Redis does not reply', fakeRedis([]).redis, reader],
    ['the log cannot be followed', fakeRedis(['1-0']).redis, { waitUntilApplied: () => new Promise<void>(() => {}) }],
  ])('is a 503 when %s', async (_, redis, stuck) => {
    await expect(new LogTail(redis, stuck, 5).reached(1)).rejects.toMatchObject({ status: 503 });
  });
});
