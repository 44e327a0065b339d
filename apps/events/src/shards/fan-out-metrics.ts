import { logKey, millisecondsBehind } from '@chat/event-log';
import type { Redis } from 'ioredis';
import { Gauge, Histogram } from 'prom-client';

const lag = new Histogram({
  name: 'chat_fanout_lag_seconds',
  help: 'Time from an event’s entry in the log until it was stored in the queues of this replica’s shards.',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});
const queues = new Gauge({ name: 'chat_event_queues', help: 'Event queues in the shards that this replica holds.' });
const shards = new Gauge({ name: 'chat_event_shards_held', help: 'Shards that this replica holds.' });

const behind = new Gauge({
  name: 'chat_fanout_behind_seconds',
  help: 'Age of the oldest domain event that this replica has not taken up yet; grows while fan-out is stuck.',
});
const memory = new Gauge({
  name: 'chat_redis_memory_bytes',
  help: 'Memory that Redis uses, and the most that it may use (0: no limit).',
  labelNames: ['kind'] as const,
});

/** Sets the gauges that grow while fan-out is stuck. Run it for every scrape of the metrics. */
export async function measureFanOut(redis: Redis, positions: readonly string[], nowMs: number): Promise<void> {
  const [behindMs, info] = await Promise.all([
    millisecondsBehind(redis, logKey, positions, nowMs),
    redis.info('memory'),
  ]);
  behind.set(behindMs / 1000);
  for (const [kind, field] of [
    ['used', 'used_memory'],
    ['max', 'maxmemory'],
  ] as const) {
    memory.set({ kind }, Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1] ?? 0));
  }
}

/** `logId` is `<ms>-<n>`; both times are by the clock of Redis. */
export function observeFanOut(logId: string, nowMs: number): void {
  lag.observe(Math.max(0, nowMs - Number.parseInt(logId, 10)) / 1000);
}

export function showHeld(heldShards: number, heldQueues: number): void {
  shards.set(heldShards);
  queues.set(heldQueues);
}
