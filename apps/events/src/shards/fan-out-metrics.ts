import { logKey, millisecondsBehind } from '@chat/event-log';
import type { Redis } from 'ioredis';
import { Gauge } from 'prom-client';

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

const missing = new Gauge({
  name: 'chat_events_without_replicas_seconds',
  help: 'Time since when fewer replicas of Redis than EVENTS_AFTER_REPLICAS have the newest events, which clients therefore lack; 0 if enough have them.',
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

export function showHeld(heldShards: number, heldQueues: number): void {
  shards.set(heldShards);
  queues.set(heldQueues);
}

export function showMissing(ms: number): void {
  missing.set(ms / 1000);
}
