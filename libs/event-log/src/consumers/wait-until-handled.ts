import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { consumerEventsKey, isAtLeast, parseLogPosition, partitionOf, stateEventsKey } from '../log/stored-log.js';

const LOOK_EVERY_MS = 5;

/** A position in the log, and the time for a consumer group to reach it. */
export interface HandledWait {
  readonly realmId: number;
  /** A position in the log, as in a request; undefined: only the consumer events are waited for. */
  readonly asOf: string | undefined;
  readonly withinMs: number;
}

/**
 * Waits until the replicas of a consumer group have handled the state events of the realm's partition up to `asOf`, and all its present
 * consumer events, which the group must read. Resolves with false if that takes longer. For rare reads of rows that the handlers write; five
 * commands if the group is not behind.
 */
export async function waitUntilHandled(
  redis: Redis,
  group: string,
  { realmId, asOf, withinMs }: HandledWait,
): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  const partition = partitionOf(realmId);
  const consumerEvents = consumerEventsKey(partition);
  const [last] = await redis.xrevrange(consumerEvents, '+', '-', 'COUNT', 1);
  const areHandled = async (): Promise<boolean> =>
    (asOf === undefined || (await isHandled(redis, stateEventsKey(partition), group, asOf))) &&
    (last === undefined || (await isHandled(redis, consumerEvents, group, last[0])));
  while (!(await areHandled().catch(unlessLost))) {
    if (performance.now() > giveUpAt) return false;
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}

async function isHandled(redis: Redis, key: string, group: string, asOf: string): Promise<boolean> {
  // In this order: an event that the first command shows as delivered is finished or pending in the second.
  const [groups, pending] = await Promise.all([
    redis.xinfo('GROUPS', key) as Promise<unknown[][]>,
    redis.xpending(key, group, '-', asOf, 1),
  ]);
  const own = groups.find((fields) => memberOf(fields, 'name') === group);
  const delivered = String(own && memberOf(own, 'last-delivered-id'));
  return pending.length === 0 && isAtLeast(parseLogPosition(delivered), parseLogPosition(asOf));
}

/** Redis has lost its data: the consumers make their group again. */
function unlessLost(error: Error): false {
  if (error.message.startsWith('NOGROUP') || error.message.includes('no such key')) return false;
  throw error;
}

const memberOf = (fields: readonly unknown[], name: string): unknown => fields[fields.indexOf(name) + 1];
