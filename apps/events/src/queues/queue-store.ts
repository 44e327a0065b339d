import {
  eventShardChannel,
  eventShardLeaseKey,
  eventShardPrefix,
  type FetchedQueues,
  type QueueFetch,
  type QueueNews,
} from '@chat/contracts';
import { RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';

import { activityKey, metaKey, userStatesKey } from './queue-keys.js';

const writeShard = RedisScript.fromFiles(import.meta.url, 'drop-queue.lua', 'write-shard.lua');
const dropQueues = RedisScript.fromFiles(import.meta.url, 'drop-queue.lua', 'drop-queues.lua');
const fetchQueues = RedisScript.fromFiles(import.meta.url, 'drop-queue.lua', 'fetch-queues.lua');

/**
 * Bytes of events that one queue gets in one fetch (about; one event more), and all queues of a fetch together. More than can be
 * sent within a fetch's deadline would be fetched again and again, and never arrive.
 */
const MAX_BYTES_PER_QUEUE = 1_000_000;
const MAX_BYTES_PER_FETCH = 4_000_000;
/** Queues that one script looks into, so that none keeps Redis from others for long. */
const MAX_QUEUES_PER_SCRIPT = 128;

/** What a queue may hold; one that passes a limit is dropped whole. */
export interface QueueLimits {
  readonly maxEvents: number;
  readonly maxBytes: number;
}

/** One atomic step of a shard's holder. */
export interface ShardWrite {
  readonly cursors: readonly (readonly [partition: number, logId: string])[];
  /** By field; "" removes it. */
  readonly states: readonly (readonly [field: string, json: string])[];
  readonly opened: readonly {
    readonly queueId: string;
    readonly userId: number;
    readonly realmId: number;
    readonly meta: string;
  }[];
  readonly dropped: readonly string[];
  readonly bodies: readonly string[];
  readonly queues: readonly { readonly queueId: string; readonly entries: readonly QueueEntry[] }[];
}

/** An event for one queue: which of the write's bodies, and the text of the queue's own members, or "". */
export type QueueEntry = readonly [body: number, own: string];

export type WriteOutcome =
  | { readonly kind: 'written'; readonly gone: readonly string[]; readonly full: readonly string[] }
  /** Another replica holds the shard. */
  | { readonly kind: 'lease lost' }
  /** The shard is not as this holder knows it: it must read it anew. */
  | { readonly kind: 'stale' };

/** What is stored of a shard's queues, for its next holder. */
export interface StoredShard {
  readonly metas: Readonly<Record<string, string>>;
  readonly states: Readonly<Record<string, string>>;
}

type RawOutcome = [kind: number, ...rest: (string | number)[]];

/**
 * The event queues in Redis. Every write is one script, so it happens whole or not at all; `write` is for the shard's holder
 * alone and refuses a holder whose token or knowledge is old, the others are for everybody.
 */
export class QueueStore {
  constructor(
    private readonly redis: Redis,
    private readonly limits: QueueLimits,
  ) {}

  async write(shard: number, token: string, version: number, write: ShardWrite): Promise<WriteOutcome> {
    const args: (string | number)[] = [
      eventShardPrefix(shard),
      token,
      version,
      this.limits.maxEvents,
      this.limits.maxBytes,
      eventShardChannel(shard),
      write.cursors.length,
      ...write.cursors.flat(),
      write.states.length,
      ...write.states.flat(),
      write.opened.length,
    ];
    for (const { queueId, userId, realmId, meta } of write.opened) args.push(queueId, userId, realmId, meta);
    args.push(write.dropped.length, ...write.dropped, write.bodies.length);
    for (const body of write.bodies) args.push(body);
    args.push(write.queues.length);
    for (const { queueId, entries } of write.queues) {
      args.push(queueId, entries.length);
      for (const [body, own] of entries) args.push(body, own);
    }
    const [code, gone = [], full = []] = await writeShard.run<[number, string[]?, string[]?]>(
      this.redis,
      [eventShardLeaseKey(shard)],
      args,
    );
    if (code === -1) return { kind: 'lease lost' };
    if (code === -2) return { kind: 'stale' };
    return { kind: 'written', gone, full };
  }

  async load(shard: number): Promise<StoredShard> {
    const [metas, states] = await Promise.all([
      this.redis.hgetall(metaKey(shard)),
      this.redis.hgetall(userStatesKey(shard)),
    ]);
    return { metas, states };
  }

  /** Token and version as they stand. */
  async lease(shard: number): Promise<readonly [token: string | null, version: string | null]> {
    const [token = null, version = null] = await this.redis.hmget(eventShardLeaseKey(shard), 't', 'v');
    return [token, version];
  }

  /** Ids of all queues of a shard. */
  queueIds(shard: number): Promise<string[]> {
    return this.redis.zrange(activityKey(shard), 0, -1);
  }

  queueCount(shard: number): Promise<number> {
    return this.redis.zcard(activityKey(shard));
  }

  /** The queue among these that was fetched from least recently. */
  async leastActive(shard: number, queueIds: readonly string[]): Promise<string | undefined> {
    const times = await this.redis.zmscore(activityKey(shard), ...queueIds);
    const byTime = queueIds.map((queueId, index) => ({ queueId, time: Number(times[index] ?? 0) }));
    return byTime.sort((one, other) => one.time - other.time)[0]?.queueId;
  }

  async drop(shard: number, queueIds: readonly string[]): Promise<void> {
    if (queueIds.length > 0) await this.runDrop(shard, 'any', '', '', queueIds);
  }

  /** False when there is no such queue of this user. */
  async dropOwned(shard: number, userId: number, realmId: number, queueId: string): Promise<boolean> {
    return (await this.runDrop(shard, 'owned', userId, realmId, [queueId])).length > 0;
  }

  /** Drops queues that nobody fetched from for `idleMs`, some at a time; resolves with their ids. */
  async dropIdle(shard: number, idleMs: number, nowMs: number): Promise<string[]> {
    // The time of this process chooses candidates; the script decides by Redis' time.
    const candidates = await this.redis.zrangebyscore(
      ...([activityKey(shard), '-inf', nowMs - idleMs, 'LIMIT', 0, MAX_QUEUES_PER_SCRIPT] as const),
    );
    return candidates.length === 0 ? [] : this.runDrop(shard, 'idle', idleMs, '', candidates);
  }

  async fetch(
    fetches: readonly QueueFetch[],
    shardOf: (queueId: string) => number | undefined,
  ): Promise<FetchedQueues> {
    const queues: QueueNews[] = fetches.map(() => ({ kind: 'unknown queue' }));
    const bodies = new SharedBodies();
    const byShard = new Map<number, number[]>();
    fetches.forEach(([queueId], index) => {
      const shard = shardOf(queueId);
      if (shard === undefined) return;
      const places = byShard.get(shard);
      if (places) places.push(index);
      else byShard.set(shard, [index]);
    });
    const runs = [...byShard].flatMap(([shard, places]) =>
      chunks(places, MAX_QUEUES_PER_SCRIPT).map((some) => ({ shard, some })),
    );
    const maxBytes = Math.floor(MAX_BYTES_PER_FETCH / runs.length);
    await Promise.all(runs.map(({ shard, some }) => this.fetchFrom(shard, some, maxBytes, fetches, queues, bodies)));
    return { queues, bodies: bodies.texts };
  }

  private async fetchFrom(
    shard: number,
    places: readonly number[],
    maxBytes: number,
    fetches: readonly QueueFetch[],
    queues: QueueNews[],
    bodies: SharedBodies,
  ): Promise<void> {
    const args: (string | number)[] = [
      eventShardPrefix(shard),
      eventShardChannel(shard),
      Math.min(MAX_BYTES_PER_QUEUE, maxBytes),
      maxBytes,
    ];
    for (const place of places) {
      const [queueId, userId, realmId, lastEventId, wantsHeartbeat, poll] = fetches[place] as QueueFetch;
      args.push(queueId, userId, realmId, lastEventId ?? '', wantsHeartbeat ? '1' : '0', poll ?? '');
    }
    const [outcomes, bodyIds, texts] = await fetchQueues.run<[RawOutcome[], string[], string[]]>(
      this.redis,
      [activityKey(shard)],
      args,
    );
    const nameOf = new Map(bodyIds.map((bodyId, index) => [bodyId, bodies.add(texts[index] as string)]));
    places.forEach((place, index) => {
      queues[place] = readOutcome(nameOf, outcomes[index] as RawOutcome);
    });
  }

  private runDrop(
    shard: number,
    mode: 'any' | 'idle' | 'owned',
    first: number | string,
    second: number | string,
    queueIds: readonly string[],
  ): Promise<string[]> {
    return dropQueues.run<string[]>(
      this.redis,
      [activityKey(shard)],
      [eventShardPrefix(shard), eventShardChannel(shard), mode, first, second, ...queueIds],
    );
  }
}

/** Bodies of one answer: each shard has its own of the same event, and it is told once. */
class SharedBodies {
  readonly texts: Record<string, string> = {};
  private readonly names = new Map<string, string>();

  /** What the body is called in the answer. */
  add(text: string): string {
    let name = this.names.get(text);
    if (name === undefined) {
      name = String(this.names.size);
      this.names.set(text, name);
      this.texts[name] = text;
    }
    return name;
  }
}

function readOutcome(nameOf: ReadonlyMap<string, string>, [kind, ...rest]: RawOutcome): QueueNews {
  switch (kind) {
    case 0:
      return rest.length === 0
        ? { kind: 'nothing' }
        : { kind: 'events', entries: (rest as string[]).map((entry) => readEntry(nameOf, entry)) };
    case 6:
      return { kind: 'events', entries: (rest as string[]).map((entry) => readEntry(nameOf, entry)), more: true };
    case 1:
      return { kind: 'heartbeat', id: Number(rest[0]) };
    case 3:
      return { kind: 'never issued', lastIssued: Number(rest[0]) };
    case 4:
      return { kind: 'pruned', lastPruned: Number(rest[0]) };
    case 5:
      return { kind: 'again' };
    default:
      return { kind: 'unknown queue' };
  }
}

/** `<event id> <body id> <bytes> <own members>` */
function readEntry(nameOf: ReadonlyMap<string, string>, entry: string): readonly [number, string, string] {
  const afterId = entry.indexOf(' ');
  const afterBody = entry.indexOf(' ', afterId + 1);
  const afterSize = entry.indexOf(' ', afterBody + 1);
  return [
    Number(entry.slice(0, afterId)),
    nameOf.get(entry.slice(afterId + 1, afterBody)) as string,
    entry.slice(afterSize + 1),
  ];
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const result: Item[][] = [];
  for (let from = 0; from < items.length; from += size) result.push(items.slice(from, from + size));
  return result;
}
