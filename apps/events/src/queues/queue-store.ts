import {
  eventShardChannel,
  eventShardLeaseKey,
  eventShardPrefix,
  type FetchedQueues,
  type QueueFetch,
  type QueueNews,
  shardOfQueueId,
} from '@chat/contracts';
import { RedisScript } from '@chat/redis';
import { ServiceResources } from '@chat/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RedisEpochs } from '../epochs/redis-epochs.js';
import { ReplicaBarrier } from '../redis-replicas/replica-barrier.js';
import { countEnded } from './ended-queues.js';

const dropQueues = RedisScript.fromFiles(import.meta.url, 'drop-queue.lua', 'drop-queues.lua');
const fetchQueues = RedisScript.fromFiles(
  import.meta.url,
  ...['../epochs/server-history.lua', 'enter-epoch.lua', 'drop-queue.lua', 'fetch-queues.lua'],
);

/*
 * Redis keys of a shard besides its lease. A queue has a hash, `<prefix>q:<id>` (`u` user, `r` realm, `n` next event id, `a` last
 * acknowledged id, `l` entries, `b` bytes, `p` waiting poll, `e` epoch, `g` skipped ids). It also has a list of entries, `<prefix>e:<id>`, each
 * `<event id> <body id> <bytes> <members of this queue>`. The hash `<prefix>bodies` has the bodies by id, and `<prefix>refs` the number
 * of entries that refer to each.
 */

/** Hash: registration of each queue, JSON by queue id. */
const metaKey = (shard: number): string => `${eventShardPrefix(shard)}meta`;
/** Hash: states of the users of the queues, exact at the cursors of the shard. */
export const userStatesKey = (shard: number): string => `${eventShardPrefix(shard)}facts`;
/** Sorted set: queue ids by time of the last fetch, ms. */
export const activityKey = (shard: number): string => `${eventShardPrefix(shard)}activity`;

/**
 * Bytes of events per queue and per call, about. A response that is too large to arrive within the deadline of the request would be
 * fetched again and again.
 */
const MAX_BYTES_PER_QUEUE = 1_000_000;
const MAX_BYTES_PER_FETCH = 4_000_000;
/** Limits the time for which one script blocks Redis. */
const MAX_QUEUES_PER_SCRIPT = 128;

/** Queues of a shard and states of their users, as JSON texts. */
export interface StoredShard {
  readonly metas: Readonly<Record<string, string>>;
  readonly states: Readonly<Record<string, string>>;
}

type RawOutcome = [kind: number, ...rest: (string | number)[]];
type RawFetched = [outcomes: RawOutcome[], bodyIds: string[], bodies: string[], history: string];

const NEVER_ISSUED = 3;
const INCOMPLETE = 7;
const UNCHECKED_SERVER = 8;
/** Outcomes with something new for the client. */
const NEWS: readonly QueueNews['kind'][] = ['events', 'heartbeat'];
const isDoubtful = (kind: number | undefined): boolean => kind === NEVER_ISSUED || kind === UNCHECKED_SERVER;

/**
 * The event queues in Redis. Each change is one script, so it happens as a whole or not at all. These methods are for all replicas; the
 * holder of a shard adds events and queues (`BatchWriter`).
 */
@Injectable()
export class QueueStore {
  private readonly redis: Redis;

  constructor(
    { redis }: ServiceResources,
    private readonly epochs: RedisEpochs,
    /** A fetch returns only data that enough replicas of Redis have. */
    @Inject(ReplicaBarrier) private readonly barrier: ReplicaBarrier | undefined,
  ) {
    this.redis = redis;
  }

  async load(shard: number): Promise<StoredShard> {
    const [metas, states] = await Promise.all([
      this.redis.hgetall(metaKey(shard)),
      this.redis.hgetall(userStatesKey(shard)),
    ]);
    return { metas, states };
  }

  queueIds(shard: number): Promise<string[]> {
    return this.redis.zrange(activityKey(shard), 0, -1);
  }

  queueCount(shard: number): Promise<number> {
    return this.redis.zcard(activityKey(shard));
  }

  /** The queue with the oldest last fetch. */
  async leastActive(shard: number, queueIds: readonly string[]): Promise<string | undefined> {
    const times = await this.redis.zmscore(activityKey(shard), ...queueIds);
    const byTime = queueIds.map((queueId, index) => ({ queueId, time: Number(times[index] ?? 0) }));
    return byTime.sort((one, other) => one.time - other.time)[0]?.queueId;
  }

  async drop(shard: number, queueIds: readonly string[]): Promise<void> {
    if (queueIds.length > 0) await this.runDrop(shard, 'any', '', '', queueIds);
  }

  /** Returns false if the user has no such queue. */
  async dropOwned(shard: number, userId: number, realmId: number, queueId: string): Promise<boolean> {
    return (await this.runDrop(shard, 'owned', userId, realmId, [queueId])).length > 0;
  }

  /** Whether `dropIdle` may find a queue. */
  async hasIdle(shard: number, idleMs: number, nowMs: number): Promise<boolean> {
    return (await this.redis.zcount(activityKey(shard), '-inf', nowMs - idleMs)) > 0;
  }

  /** Drops some of the queues without a fetch for `idleMs`. Returns their ids; call it until there are none. */
  async dropIdle(shard: number, idleMs: number, nowMs: number): Promise<string[]> {
    // `nowMs` selects candidates only; the script decides by the clock of Redis.
    const candidates = await this.redis.zrangebyscore(
      ...([activityKey(shard), '-inf', nowMs - idleMs, 'LIMIT', 0, MAX_QUEUES_PER_SCRIPT] as const),
    );
    return candidates.length === 0 ? [] : this.runDrop(shard, 'idle', idleMs, '', candidates);
  }

  /** Throws SERVICE_UNAVAILABLE if the replicas of Redis that must have the events do not have them in time. */
  async fetch(fetches: readonly QueueFetch[]): Promise<FetchedQueues> {
    const queues: QueueNews[] = fetches.map(() => ({ kind: 'unknown queue' }));
    const bodies = new SharedBodies();
    const calls: { readonly shard: number; readonly indexes: number[] }[] = [];
    const lastCalls = new Map<number, (typeof calls)[number]>();
    fetches.forEach(([queueId], index) => {
      const shard = shardOfQueueId(queueId);
      if (shard === undefined) return;
      let call = lastCalls.get(shard);
      if (!call || call.indexes.length === MAX_QUEUES_PER_SCRIPT) {
        call = { shard, indexes: [] };
        calls.push(call);
        lastCalls.set(shard, call);
      }
      call.indexes.push(index);
    });
    const maxBytes = Math.floor(MAX_BYTES_PER_FETCH / calls.length);
    await Promise.all(
      calls.map(async ({ shard, indexes }) => {
        const some = indexes.map((index) => fetches[index] as QueueFetch);
        const outcomes = await this.fetchFrom(shard, some, maxBytes, bodies);
        indexes.forEach((index, n) => {
          queues[index] = outcomes[n] as QueueNews;
        });
      }),
    );
    return { queues, bodies: bodies.texts };
  }

  private async fetchFrom(
    shard: number,
    fetches: readonly QueueFetch[],
    maxBytes: number,
    bodies: SharedBodies,
  ): Promise<QueueNews[]> {
    const { kinds, news } = await this.runFetch(shard, fetches, maxBytes, bodies);
    const doubtful = fetches.filter((_, index) => isDoubtful(kinds[index]));
    if (doubtful.length === 0) return news;
    // Redis may have issued the id and lost it since.
    await this.epochs.check();
    const again = await this.runFetch(shard, doubtful, maxBytes, bodies);
    return news.map((first, index) => (isDoubtful(kinds[index]) ? (again.news.shift() as QueueNews) : first));
  }

  private async runFetch(
    shard: number,
    fetches: readonly QueueFetch[],
    maxBytes: number,
    bodies: SharedBodies,
  ): Promise<{ readonly kinds: readonly number[]; readonly news: QueueNews[] }> {
    const args: (string | number)[] = [
      eventShardPrefix(shard),
      eventShardChannel(shard),
      Math.min(MAX_BYTES_PER_QUEUE, maxBytes),
      maxBytes,
      this.barrier ? '1' : '',
    ];
    for (const [queueId, userId, realmId, lastEventId, wantsHeartbeat, poll] of fetches) {
      args.push(queueId, userId, realmId, lastEventId ?? '', wantsHeartbeat ? '1' : '0', poll ?? '');
    }
    const [outcomes, bodyIds, texts, history] = await fetchQueues.run<RawFetched>(
      this.redis,
      [activityKey(shard), eventShardLeaseKey(shard)],
      args,
    );
    const kinds = outcomes.map(([kind]) => kind);
    countEnded('lost tail', kinds.filter((kind) => kind === INCOMPLETE).length);
    const names = new Map(bodyIds.map((bodyId, index) => [bodyId, bodies.add(texts[index] as string)]));
    const news = outcomes.map((outcome) => readOutcome(names, outcome));
    if (this.barrier && news.some(({ kind }) => NEWS.includes(kind))) await this.barrier.pass(history);
    return { kinds, news };
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

/** The bodies of one response. Each shard stores its own copy of a body; the response contains it once. */
class SharedBodies {
  readonly texts: Record<string, string> = {};
  private readonly names = new Map<string, string>();

  /** Returns the name of the body in the response. */
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

function readOutcome(bodyNames: ReadonlyMap<string, string>, [kind, ...rest]: RawOutcome): QueueNews {
  const entries = () => (rest as string[]).map((entry) => readEntry(bodyNames, entry));
  switch (kind) {
    case 0:
      return rest.length === 0 ? { kind: 'nothing' } : { kind: 'events', entries: entries() };
    case 6:
      return { kind: 'events', entries: entries(), more: true };
    case 1:
      return { kind: 'heartbeat', id: Number(rest[0]) };
    case NEVER_ISSUED:
      return { kind: 'never issued', lastIssued: Number(rest[0]) };
    case 4:
      return { kind: 'pruned', lastPruned: Number(rest[0]) };
    case 5:
    case UNCHECKED_SERVER:
      return { kind: 'again' };
    default:
      return { kind: 'unknown queue' };
  }
}

/** `<event id> <body id> <bytes> <members of this queue>` */
function readEntry(bodyNames: ReadonlyMap<string, string>, entry: string): readonly [number, string, string] {
  const afterId = entry.indexOf(' ');
  const afterBody = entry.indexOf(' ', afterId + 1);
  const afterSize = entry.indexOf(' ', afterBody + 1);
  return [
    Number(entry.slice(0, afterId)),
    bodyNames.get(entry.slice(afterId + 1, afterBody)) as string,
    entry.slice(afterSize + 1),
  ];
}
