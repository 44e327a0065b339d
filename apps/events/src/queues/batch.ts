import { eventShardChannel, eventShardLeaseKey, eventShardPrefix } from '@chat/contracts';
import { RedisScript } from '@chat/redis';
import { ServiceResources } from '@chat/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { EventSettings } from '../event-settings.js';
import { HeldNotices } from '../redis-replicas/held-notices.js';
import { ReplicaBarrier } from '../redis-replicas/replica-barrier.js';

const SHARED = ['../epochs/server-history.lua', 'enter-epoch.lua', 'drop-queue.lua'];
const writeShard = RedisScript.fromFiles(import.meta.url, ...SHARED, 'write-shard.lua');

interface NewEntries {
  readonly queueId: string;
  readonly isForWebhook: boolean;
  /** Lines: for each event the index of its body in the batch, and the members that only this queue gets. */
  lines: string;
}

/** Equal events of several queues. */
interface EntryList extends Omit<Readonly<NewEntries>, 'queueId'> {
  readonly queueIds: string[];
}

/** Changes of a shard that one write stores as a whole. */
export class Batch {
  /** Changed states by field; "" removes one. */
  readonly states = new Map<string, string>();
  readonly opened: { queueId: string; userId: number; realmId: number; meta: string }[] = [];
  /** Ids of queues to drop whole: they would miss an event, or their user is deactivated. */
  readonly dropped = new Set<string>();
  /** Texts of the members that equal events of several queues share. */
  readonly bodies: string[] = [];
  private readonly bodyIndexes = new Map<string, number>();
  private readonly entries = new Map<string, NewEntries>();

  get isEmpty(): boolean {
    return this.entries.size + this.states.size + this.dropped.size + this.opened.length === 0;
  }

  /** Appends an event to a queue. `body` is the text of its members except `id` and `own`; the batch stores equal bodies once. */
  append({ queueId, isForWebhook }: Omit<NewEntries, 'lines'>, body: string, own: string): void {
    let index = this.bodyIndexes.get(body);
    if (index === undefined) {
      index = this.bodies.push(body) - 1;
      this.bodyIndexes.set(body, index);
    }
    const line = `${index} ${own}\n`;
    const known = this.entries.get(queueId);
    if (known) known.lines += line;
    else this.entries.set(queueId, { queueId, isForWebhook, lines: line });
  }

  /** New events, each list with the queues that get it, without dropped queues. */
  lists(): EntryList[] {
    for (const queueId of this.dropped) this.entries.delete(queueId);
    const lists = new Map<string, EntryList>();
    for (const { queueId, isForWebhook, lines } of this.entries.values()) {
      const key = `${isForWebhook} ${lines}`;
      const list = lists.get(key);
      if (list) list.queueIds.push(queueId);
      else lists.set(key, { isForWebhook, lines, queueIds: [queueId] });
    }
    return [...lists.values()];
  }
}

export type WriteOutcome =
  /**
   * `gone` does not exist any more, `full` passed a limit; neither got the events. `history` names the server's history of data if notices
   * are held.
   */
  | {
      readonly kind: 'written';
      readonly gone: readonly string[];
      readonly full: readonly string[];
      readonly history: string | undefined;
    }
  /** Nothing was written: another replica holds the shard. */
  | { readonly kind: 'lease lost' }
  /** Nothing was written: another version of the shard is stored, or Redis is another server. The holder must load the shard again. */
  | { readonly kind: 'stale' };

/** Position of a partition of the log up to which the shard has all events. */
export type Cursor = readonly [partition: number, logId: string];

/**
 * Writes batches into the event queues in Redis, for the holder of the shard: the fencing token and the version refuse any other caller.
 * A write is one script, so it happens as a whole or not at all.
 */
@Injectable()
export class BatchWriter {
  private readonly redis: Redis;
  /** Without held notices, the script publishes the notice of a write. */
  private readonly notices: HeldNotices | undefined;

  constructor(
    { redis }: ServiceResources,
    private readonly settings: EventSettings,
    @Inject(ReplicaBarrier) barrier: ReplicaBarrier | undefined,
  ) {
    this.redis = redis;
    this.notices = barrier && new HeldNotices(redis, barrier);
  }

  async write(
    shard: number,
    token: string,
    version: number,
    batch: Batch,
    cursors: readonly Cursor[],
  ): Promise<WriteOutcome> {
    const { maxEvents, maxBytes } = this.settings.queueLimits;
    const args: (string | number)[] = [
      eventShardPrefix(shard),
      token,
      version,
      maxEvents,
      maxBytes,
      this.notices ? '' : eventShardChannel(shard),
    ];
    const pushList = (length: number, items: Iterable<string | number>) => {
      args.push(length);
      // No spread: a list may have more items than a call can have arguments.
      for (const item of items) args.push(item);
    };
    pushList(cursors.length, cursors.flat());
    pushList(batch.states.size, [...batch.states].flat());
    pushList(
      batch.opened.length,
      batch.opened.flatMap(({ queueId, userId, realmId, meta }) => [queueId, userId, realmId, meta]),
    );
    pushList(batch.dropped.size, batch.dropped);
    pushList(batch.bodies.length, batch.bodies);
    const lists = batch.lists();
    args.push(lists.length);
    for (const { isForWebhook, lines, queueIds } of lists) {
      args.push(lines, isForWebhook ? 1 : 0);
      pushList(queueIds.length, queueIds);
    }
    const [code, gone = [], full = [], notice = '', history] = await writeShard.run<
      [number, string[]?, string[]?, string?, string?]
    >(this.redis, [eventShardLeaseKey(shard)], args);
    if (code === -1) return { kind: 'lease lost' };
    if (code === -2) return { kind: 'stale' };
    if (notice !== '') void this.notices?.hold(shard, notice, history ?? '');
    return { kind: 'written', gone, full, history };
  }

  /** For a new holder: the former one may have died with held notices. */
  announceAll(shard: number, queueIds: readonly string[]): void {
    void this.notices?.announce(shard, queueIds);
  }
}
