import type { Redis } from 'ioredis';
import type { RawLogEntry } from './log-entry.js';

/**
 * Age of the oldest entry after `positions` (one for each partition) of the streams that `keyOf` names; 0 when there is none.
 * `nowMs` by the clock of Redis, which made the entries' ids.
 */
export async function millisecondsBehind(
  redis: Redis,
  keyOf: (partition: number) => string,
  positions: readonly string[],
  nowMs: number,
): Promise<number> {
  const next = await Promise.all(
    positions.map((position, partition) => redis.xrange(keyOf(partition), `(${position}`, '+', 'COUNT', 1)),
  );
  const ages = (next as RawLogEntry[][]).map(([entry]) => (entry ? nowMs - Number.parseInt(entry[0], 10) : 0));
  return Math.max(0, ...ages);
}
