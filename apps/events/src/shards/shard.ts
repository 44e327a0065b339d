import { ApiError, type LoggedEvent, MessageSent, serviceUnavailable } from '@chat/contracts';
import { isAtLeast, LOG_PARTITIONS, parseLogPosition, partitionOf } from '@chat/transport';
import type { Logger } from 'pino';
import { Batch } from '../fanout/batch.js';
import type { FanOut } from '../fanout/fan-out.js';
import { LiveQueue, type QueueMeta, type Stamps } from '../fanout/live-queue.js';
import { LiveRealm } from '../fanout/live-realm.js';
import { LiveUser, readUserFacts, type UserFacts, userField, writeUserFacts } from '../fanout/live-user.js';
import { publicStreamsField, readPublicStreams, writePublicStreams } from '../fanout/public-streams.js';
import type { SenderDirectory } from '../fanout/sender-directory.js';
import type { QueueStore, ShardWrite, StoredShard } from '../queues/queue-store.js';
import type { LogBatch, LogFollower } from './log-follower.js';
import { MAX_PENDING_EVENTS, type NewQueue, replay } from './new-queue.js';
import type { PendingQueue } from './pending-queue.js';
import type { TakenShard } from './shard-leases.js';

/** What all shards of a replica share. */
export interface ShardParts {
  readonly store: QueueStore;
  readonly follower: LogFollower;
  readonly fanOut: FanOut;
  readonly senders: Pick<SenderDirectory, 'prepare'>;
  readonly logger: Logger;
}

/** Why a shard ended. `stale`: this replica holds it still, but must read it anew. */
export type ShardEnd = 'released' | 'lease lost' | 'stale';

/** Registrations under way at once in one shard. */
const MAX_PENDING_QUEUES = 1_000;

const ALL_PARTITIONS = Array.from({ length: LOG_PARTITIONS }, (_, partition) => partition);

/**
 * A shard while this replica holds it: its live queues, what must be known of their users, and where in the log it stands.
 *
 * Everything happens in one order: each piece of work, a batch of the log or the opening of a queue, begins when the one
 * before it is stored. What is in memory is thus what the next write makes true, and a write that does not fit what is stored (the
 * script says so) ends this object: nothing it knows is used again.
 */
export class Shard {
  readonly queues = new Map<string, LiveQueue>();
  readonly pending = new Map<string, PendingQueue>();
  private readonly realms = new Map<number, LiveRealm>();
  private readonly positions: string[] = [];
  private readonly saved: (string | null)[];
  private readonly token: string;
  private version: number;
  private isJoined = false;
  private ended: ShardEnd | undefined;
  private last: Promise<unknown> | undefined;

  constructor(
    readonly number: number,
    private readonly parts: ShardParts,
    taken: TakenShard,
    private readonly onEnd: (shard: Shard, end: ShardEnd) => void,
  ) {
    this.token = taken.token;
    this.version = taken.version;
    this.saved = [...taken.cursors];
  }

  get fencingToken(): string {
    return this.token;
  }

  get hasEnded(): boolean {
    return this.ended !== undefined;
  }

  /** Whether events may mean something to it: false only while it surely has no queue, neither a live one nor one to be. */
  get isConcerned(): boolean {
    return this.last !== undefined || this.realms.size > 0 || this.pending.size > 0;
  }

  /** Reads what is stored, catches up with the log, and joins the common reading. */
  async begin(): Promise<void> {
    await this.inTurn(async () => {
      const stored = await this.parts.store.load(this.number);
      const unreadable = this.restore(stored);
      if (unreadable.length > 0) {
        this.parts.logger.error({ shard: this.number, queues: unreadable }, 'Queues dropped: they cannot be read');
        await this.parts.store.drop(this.number, unreadable);
      }
      await this.dropWhatCannotGoOn();
      await this.dropUnusedFacts(Object.keys(stored.facts));
      await this.catchUp();
    });
    this.parts.follower.hurry();
  }

  /** Takes in a batch of the common reading. Undefined when it means nothing for this shard. */
  receive(batch: LogBatch): Promise<void> | undefined {
    if (!this.isJoined || this.ended) return undefined;
    if (this.last) return this.inTurn(() => this.takeIn(batch));
    // Without a promise.
    if (!this.isConcerned) {
      this.moveTo(batch);
      return undefined;
    }
    return this.inTurn(() => this.takeIn(batch));
  }

  /** Goes on to where the common reading stands, which skipped what concerns nobody. */
  skip(): void {
    if (this.isJoined && !this.isConcerned)
      this.positions.splice(0, ALL_PARTITIONS.length, ...this.parts.follower.positions);
  }

  queuesOf(realmId: number, userId: number): string[] {
    const user = this.realms.get(realmId)?.users.get(userId);
    return user ? [...user.queues].map(({ queueId }) => queueId) : [];
  }

  /**
   * From now on `pending` remembers what happens; after `from`, if that is given and nothing is known of its user. Resolves with
   * where in the log that is, and with what is known of its user exactly there, if the user has other queues.
   */
  addPending(
    pending: PendingQueue,
    from?: string,
  ): Promise<{ readonly position: string; readonly facts: UserFacts | undefined }> {
    const added = this.inTurn(async () => {
      if (this.pending.size >= MAX_PENDING_QUEUES) throw serviceUnavailable('events');
      this.pending.set(pending.queueId, pending);
      const { realmId, userId } = pending.actor;
      const facts = this.realms.get(realmId)?.users.get(userId)?.facts;
      const position = this.positions[partitionOf(realmId)] as string;
      if (facts || from === undefined) {
        return { position, facts: facts && { ...facts, streamIds: new Set(facts.streamIds) } };
      }
      pending.from = parseLogPosition(from);
      return { position: isAtLeast(pending.from, parseLogPosition(position)) ? from : position, facts: undefined };
    });
    this.parts.follower.hurry();
    return added;
  }

  /** Makes a pending queue a real one, with what happened since and no stamp covers. False when there is no such one. */
  open(queueId: string, stamps: Stamps): Promise<boolean> {
    return this.inTurn(async () => {
      if (this.queues.has(queueId)) return true; // repeated
      const pending = this.pending.get(queueId);
      if (!pending?.facts) return false;
      this.pending.delete(queueId);
      await this.openNew(pending, pending.facts, stamps, pending.since);
      return true;
    });
  }

  /**
   * Makes a new queue, with what happened since the log ended at `from` and no stamp covers. `facts` are as of `from`, but subscriptions
   * as of messaging's stamp. All that is at `from` or before, the snapshots cover.
   */
  register(queue: NewQueue, facts: UserFacts, stamps: Stamps, from: string): Promise<void> {
    const registered = this.inTurn(async () => {
      const partition = partitionOf(queue.actor.realmId);
      await this.goOnTo(partition, from);
      const position = this.positions[partition] as string;
      const { follower } = this.parts;
      const since = position === from ? [] : await follower.readBetween(partition, from, position, MAX_PENDING_EVENTS);
      if (since === undefined) throw serviceUnavailable('events');
      const { realmId } = queue.actor;
      const ofRealm = since.filter((event) => event.realmId === realmId);
      if (ofRealm.some((event) => MessageSent.matches(event))) await this.parts.senders.prepare(realmId);
      await this.openNew(queue, facts, stamps, ofRealm);
    });
    this.parts.follower.hurry();
    return registered;
  }

  /** Forgets queues that are gone from Redis: others may drop queues too. */
  reconcile(): Promise<void> {
    return this.inTurn(async () => {
      if ((await this.parts.store.queueCount(this.number)) === this.queues.size) return;
      const stored = new Set(await this.parts.store.queueIds(this.number));
      const batch = new Batch();
      this.forgetNow(
        [...this.queues.keys()].filter((queueId) => !stored.has(queueId)),
        batch,
      );
      if (!batch.isEmpty) await this.store(batch);
    });
  }

  /** Drops queues whole. */
  drop(queueIds: readonly string[]): Promise<void> {
    return this.inTurn(async () => {
      const batch = new Batch();
      for (const queueId of queueIds) if (this.queues.has(queueId)) batch.dropped.add(queueId);
      if (!batch.isEmpty) await this.store(batch);
    });
  }

  /** Stores where the shard stands, so that a successor has little to read again. */
  saveCursor(): Promise<void> {
    if (this.queues.size === 0 || this.last) return Promise.resolve();
    return this.inTurn(async () => {
      if (this.movedPartitions().length > 0) await this.store(new Batch());
    });
  }

  /** Whether what is stored is still what this object knows. */
  async verify(): Promise<void> {
    await this.inTurn(async () => {
      const [token, version] = await this.parts.store.lease(this.number);
      if (token !== this.token) this.end('lease lost');
      else if (Number(version) !== this.version) this.end('stale');
    });
  }

  forgetExpiredPending(nowMs: number): void {
    for (const { queueId, expiresAtMs } of this.pending.values()) if (expiresAtMs < nowMs) this.pending.delete(queueId);
  }

  /** Finishes what was begun; nothing is taken in after it. */
  async stop(): Promise<void> {
    await this.inTurn(async () => this.end('released')).catch(() => {});
  }

  end(end: ShardEnd): void {
    if (this.ended) return;
    this.ended = end;
    this.isJoined = false;
    this.pending.clear();
    this.onEnd(this, end);
  }

  /** Runs `work` when all that was begun before is done. Rejects with a 503 when the shard has ended. */
  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = async (): Promise<Result> => {
      if (this.ended) throw serviceUnavailable('events');
      try {
        return await work();
      } catch (error) {
        // Unless it is a refusal, what is stored is unknown now. Whoever takes the shard next, most likely this replica, reads it.
        if (!this.ended && !(error instanceof ApiError)) {
          this.parts.logger.error({ shard: this.number, err: error }, 'Shard fails; it is read anew');
          this.end('stale');
        }
        throw error;
      }
    };
    const result = this.last ? this.last.then(run) : run();
    const settled = result.then(
      () => {},
      () => {},
    );
    this.last = settled;
    void settled.then(() => {
      if (this.last === settled) this.last = undefined;
    });
    return result;
  }

  /** Answers the queues that cannot be read: one of them must not keep the others from going on. */
  private restore({ metas, facts }: StoredShard): string[] {
    const unreadable: string[] = [];
    for (const [queueId, json] of Object.entries(metas)) {
      try {
        this.restoreQueue(queueId, JSON.parse(json) as QueueMeta, facts);
      } catch {
        unreadable.push(queueId);
      }
    }
    for (const realm of this.realms.values()) {
      const known = facts[publicStreamsField(realm.realmId)];
      if (known !== undefined) realm.setPublicStreams(readPublicStreams(known));
    }
    return unreadable;
  }

  private restoreQueue(queueId: string, meta: QueueMeta, facts: StoredShard['facts']): void {
    const known = facts[userField(meta.userId)];
    if (known === undefined) throw new Error(`Queue ${queueId} without facts of its user.`);
    const live = this.realms.get(meta.realmId)?.users.get(meta.userId);
    const user = live ?? new LiveUser(readUserFacts(known));
    const queue = new LiveQueue(queueId, user, meta);
    if (!live) this.realmOf(meta.realmId).addLiveUser(user);
    this.addQueue(queue);
  }

  /** Queues whose events are no longer all in the log can never be complete. */
  private async dropWhatCannotGoOn(): Promise<void> {
    for (const partition of ALL_PARTITIONS) {
      const queueIds = this.queuesIn(partition);
      const cursor = this.saved[partition] ?? null;
      const canGoOn = cursor !== null && (await this.parts.follower.canReadFrom(partition, cursor));
      if (canGoOn) {
        this.positions[partition] = cursor;
        continue;
      }
      this.positions[partition] = this.parts.follower.positions[partition] as string;
      if (queueIds.length === 0) continue;
      this.parts.logger.warn(
        { shard: this.number, partition, cursor, queues: queueIds.length },
        'Queues dropped: the log does not have what they miss',
      );
      const batch = new Batch();
      for (const queueId of queueIds) batch.dropped.add(queueId);
      await this.store(batch);
    }
  }

  /** A crash may have come between the end of a user's last queue and that of what was known of the user. */
  private async dropUnusedFacts(stored: readonly string[]): Promise<void> {
    const used = new Set<string>();
    for (const realm of this.realms.values()) {
      for (const userId of realm.users.keys()) used.add(userField(userId));
      if (realm.allPublicQueues.size > 0) used.add(publicStreamsField(realm.realmId));
    }
    const batch = new Batch();
    for (const field of stored) if (!used.has(field)) batch.facts.set(field, '');
    if (!batch.isEmpty) await this.store(batch);
  }

  private async catchUp(): Promise<void> {
    while (!this.ended) {
      for (const partition of ALL_PARTITIONS) {
        if (this.queuesIn(partition).length > 0) await this.catchUpWith(partition);
      }
      if (this.joinIfAbreast()) return;
    }
  }

  private async catchUpWith(partition: number): Promise<void> {
    if (await this.readOn(partition, () => this.isAbreast(partition))) return;
    throw new Error('The log ends before where the common reading stands.');
  }

  /** Takes in one partition's events, a page at a time, until this shard `isThere` or has ended. False when the log ends before. */
  private async readOn(partition: number, isThere: () => boolean): Promise<boolean> {
    while (!this.ended && !isThere()) {
      const events = await this.parts.follower.readAfter(partition, this.positions[partition] as string);
      if (events.length === 0) return false;
      await this.takeIn([{ partition, events }]);
    }
    return true;
  }

  /** Without a pause between the look and the joining: the common reading hands on its next batch right after its last. */
  private joinIfAbreast(): boolean {
    for (const partition of ALL_PARTITIONS) {
      if (this.queuesIn(partition).length > 0) {
        if (!this.isAbreast(partition)) return false;
      } else {
        this.positions[partition] = this.parts.follower.positions[partition] as string;
      }
    }
    this.isJoined = true;
    return true;
  }

  private isAbreast(partition: number): boolean {
    return isAtLeast(
      parseLogPosition(this.positions[partition] as string),
      parseLogPosition(this.parts.follower.positions[partition] as string),
    );
  }

  private queuesIn(partition: number): string[] {
    return [...this.queues.values()]
      .filter(({ user }) => partitionOf(user.facts.realmId) === partition)
      .map(({ queueId }) => queueId);
  }

  private async takeIn(batch: LogBatch): Promise<void> {
    await this.prepareSenders(batch);
    const collected = new Batch();
    for (const { partition, events } of batch) {
      const position = parseLogPosition(this.positions[partition] as string);
      for (const event of events) {
        // A shard that caught up by itself may have read further than the common reading had.
        if (isAtLeast(position, parseLogPosition(event.logId))) continue;
        this.takeInEvent(event, collected);
        this.positions[partition] = event.logId;
      }
    }
    if (!collected.isEmpty) await this.store(collected);
  }

  private takeInEvent(event: LoggedEvent, batch: Batch): void {
    for (const pending of this.pending.values()) {
      if (pending.actor.realmId === event.realmId && !pending.remember(event)) this.pending.delete(pending.queueId);
    }
    const realm = this.realms.get(event.realmId);
    if (!realm) return;
    const deactivated = realm.apply(event, batch.facts);
    this.parts.fanOut.deliver(realm, event, batch);
    if (deactivated) for (const { queueId } of deactivated.queues) batch.dropped.add(queueId);
  }

  private async prepareSenders(batch: LogBatch): Promise<void> {
    for (const { events } of batch) {
      for (const event of events) {
        if (!MessageSent.matches(event) || !this.realms.has(event.realmId)) continue;
        const preparing = this.parts.senders.prepare(event.realmId);
        if (preparing) await preparing;
      }
    }
  }

  private moveTo(batch: LogBatch): void {
    for (const { partition, events } of batch) {
      const lastId = events.at(-1)?.logId;
      if (lastId === undefined) continue;
      const position = parseLogPosition(this.positions[partition] as string);
      if (!isAtLeast(position, parseLogPosition(lastId))) this.positions[partition] = lastId;
    }
  }

  /** To `position`, where the log ended a while ago: the common reading may not be there yet, or not read at all. */
  private async goOnTo(partition: number, position: string): Promise<void> {
    const target = parseLogPosition(position);
    const isThere = () => isAtLeast(parseLogPosition(this.positions[partition] as string), target);
    if (isThere()) return;
    // Redis may have lost what it had then.
    const tail = await this.parts.follower.tail(partition);
    if (!isAtLeast(parseLogPosition(tail), target)) throw serviceUnavailable('events');
    if (this.queuesIn(partition).length === 0 && this.pending.size === 0) {
      this.positions[partition] = position;
      return;
    }
    if (!(await this.readOn(partition, isThere)) || this.ended) throw serviceUnavailable('events');
  }

  private async openNew(
    newQueue: NewQueue,
    factsBefore: UserFacts,
    stamps: Stamps,
    since: readonly LoggedEvent[],
  ): Promise<void> {
    const { queueId, options, actor, publicStreams } = newQueue;
    const meta: QueueMeta = { userId: actor.userId, realmId: actor.realmId, options, stamps };
    const { batch, facts } = replay(newQueue, meta, factsBefore, since, this.parts.fanOut);
    const realm = this.realms.get(actor.realmId);
    if (!realm?.users.has(actor.userId)) batch.facts.set(userField(actor.userId), writeUserFacts(facts));
    if (publicStreams && !realm?.knowsPublicStreams) {
      batch.facts.set(publicStreamsField(actor.realmId), writePublicStreams(publicStreams));
    }
    await this.store(batch, [{ queueId, userId: actor.userId, realmId: actor.realmId, meta: JSON.stringify(meta) }]);
    if (this.ended) throw serviceUnavailable('events');
    const liveRealm = this.realmOf(actor.realmId);
    if (publicStreams && !liveRealm.knowsPublicStreams) liveRealm.setPublicStreams(publicStreams);
    const liveUser = liveRealm.users.get(actor.userId) ?? liveRealm.addUser(facts);
    this.addQueue(new LiveQueue(queueId, liveUser, meta));
  }

  private addQueue(queue: LiveQueue): void {
    this.realmOf(queue.user.facts.realmId).addQueue(queue);
    this.queues.set(queue.queueId, queue);
  }

  private realmOf(realmId: number): LiveRealm {
    let realm = this.realms.get(realmId);
    if (!realm) {
      realm = new LiveRealm(realmId);
      this.realms.set(realmId, realm);
    }
    return realm;
  }

  private forgetNow(queueIds: Iterable<string>, batch: Batch): void {
    for (const queueId of queueIds) {
      const queue = this.queues.get(queueId);
      if (!queue) continue;
      this.queues.delete(queueId);
      const { realmId } = queue.user.facts;
      const realm = this.realmOf(realmId);
      for (const field of realm.removeQueue(queue)) batch.facts.set(field, '');
      if (realm.isEmpty) this.realms.delete(realmId);
    }
  }

  private movedPartitions(): number[] {
    return ALL_PARTITIONS.filter((partition) => this.positions[partition] !== this.saved[partition]);
  }

  /** Writes `batch` with the cursor, as one step. What is found gone on the way is forgotten, by a further step. */
  private async store(batch: Batch, opened: ShardWrite['opened'] = []): Promise<void> {
    const dropped = [...batch.dropped];
    this.forgetNow(dropped, batch);
    const moved = this.movedPartitions();
    const outcome = await this.parts.store.write(this.number, this.token, this.version, {
      cursors: moved.map((partition) => [partition, this.positions[partition] as string]),
      facts: [...batch.facts],
      opened,
      dropped,
      bodies: batch.bodies,
      queues: batch.queues(),
    });
    if (outcome.kind !== 'written') {
      this.end(outcome.kind);
      return;
    }
    this.version++;
    for (const partition of moved) this.saved[partition] = this.positions[partition] as string;
    if (outcome.full.length > 0) {
      this.parts.logger.warn({ shard: this.number, queues: outcome.full }, 'Queues dropped: they passed a limit');
    }
    const gone = [...outcome.gone, ...outcome.full];
    if (gone.length === 0) return;
    const rest = new Batch();
    this.forgetNow(gone, rest);
    if (!rest.isEmpty) await this.store(rest);
  }
}
