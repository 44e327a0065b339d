import { ApiError, type LoggedEvent, MessageSent, serviceUnavailable } from '@chat/contracts';
import { isAtLeast, parseLogPosition, partitionOf } from '@chat/event-log';
import { Batch } from '../fan-out/batch.js';
import { LiveQueue, type QueueMeta, type Stamps } from '../fan-out/live-queue.js';
import { LiveQueues } from '../fan-out/live-queues.js';
import { type UserState, userField, writeUserState } from '../fan-out/live-user.js';
import { publicStreamsField, writePublicStreams } from '../fan-out/public-streams.js';
import type { ShardWrite } from '../queues/queue-store.js';
import { EventIntake } from './event-intake.js';
import type { LogBatch } from './log-follower.js';
import { MAX_PENDING_EVENTS, type NewQueue, replay } from './new-queue.js';
import { OneAtATime } from './one-at-a-time.js';
import type { PendingQueue } from './pending-queue.js';
import type { TakenShard } from './shard-leases.js';
import type { ShardParts } from './shard-parts.js';
import { ShardPositions } from './shard-positions.js';
import { type ReadingShard, ShardReading } from './shard-reading.js';
import { type LostShard, ShardWriter } from './shard-writer.js';

/** Why a shard ended. `stale`: this replica holds it still, but must read it anew. */
export type ShardEnd = 'released' | LostShard;

/** Registrations under way at once in one shard. */
const MAX_PENDING_QUEUES = 1_000;

/**
 * A shard while this replica holds it: its live queues, what must be known of their users, and where in the log it stands.
 *
 * Everything happens in one order: each piece of work, a batch of the log or the opening of a queue, begins when the one
 * before it is stored. What is in memory is thus what the next write makes true, and a write that does not fit what is stored (the
 * script says so) ends this object: nothing it knows is used again.
 */
export class Shard {
  readonly queues = new LiveQueues();
  readonly pending = new Map<string, PendingQueue>();
  private readonly positions: ShardPositions;
  private readonly turns = new OneAtATime();
  private readonly writer: ShardWriter;
  private readonly intake: EventIntake;
  private readonly reading: ShardReading;
  private isJoined = false;
  private ended: ShardEnd | undefined;

  constructor(
    readonly number: number,
    private readonly parts: ShardParts,
    taken: TakenShard,
    private readonly onEnd: (shard: Shard, end: ShardEnd) => void,
  ) {
    const { store, follower, fanOut, senders, logger } = parts;
    this.positions = new ShardPositions(taken.cursors);
    this.writer = new ShardWriter(number, taken, store, this.queues, this.positions, logger);
    this.intake = new EventIntake(this.queues, this.pending, this.positions, fanOut, senders);
    const shard: ReadingShard = {
      hasEnded: () => this.hasEnded,
      hasPending: () => this.pending.size > 0,
      takeIn: (batch) => this.takeIn(batch),
      dropIncomplete: (partition, cursor, queueIds) => this.dropIncomplete(partition, cursor, queueIds),
    };
    this.reading = new ShardReading(shard, this.queues, this.positions, follower);
  }

  get fencingToken(): string {
    return this.writer.token;
  }

  get hasEnded(): boolean {
    return this.ended !== undefined;
  }

  /** Whether events may mean something to it: false only while it surely has no queue, neither a live one nor one to be. */
  get isConcerned(): boolean {
    return this.turns.isBusy || this.queues.size > 0 || this.pending.size > 0;
  }

  /** Reads what is stored, catches up with the log, and joins the common reading. */
  async begin(): Promise<void> {
    await this.inTurn(async () => {
      const stored = await this.parts.store.load(this.number);
      const unreadable = this.queues.restore(stored);
      if (unreadable.length > 0) {
        this.parts.logger.error({ shard: this.number, queues: unreadable }, 'Queues dropped: they cannot be read');
        await this.parts.store.drop(this.number, unreadable);
      }
      await this.reading.resume();
      await this.dropUnusedStates(Object.keys(stored.states));
      for (const realmId of this.queues.realmIds()) this.parts.senders.expect(realmId);
      await this.reading.catchUp(() => {
        this.isJoined = true;
      });
    });
    this.parts.follower.hurry();
  }

  /** Takes in a batch of the common reading. Undefined when it means nothing for this shard. */
  receive(batch: LogBatch): Promise<void> | undefined {
    if (!this.isJoined || this.ended) return undefined;
    // Without a promise.
    if (!this.isConcerned) {
      this.intake.pass(batch);
      return undefined;
    }
    return this.inTurn(() => this.takeIn(batch));
  }

  /** Goes on to where the common reading stands, which skipped what concerns nobody. */
  skip(): void {
    if (this.isJoined && !this.isConcerned) this.positions.setAll(this.parts.follower.positions);
  }

  /**
   * From now on `pending` remembers what happens; after `from`, if that is given and nothing is known of its user. Resolves with
   * where in the log that is, and with what is known of its user exactly there, if the user has other queues.
   */
  addPending(
    pending: PendingQueue,
    from?: string,
  ): Promise<{ readonly position: string; readonly state: UserState | undefined }> {
    const added = this.inTurn(async () => {
      if (this.pending.size >= MAX_PENDING_QUEUES) throw serviceUnavailable('events');
      this.pending.set(pending.queueId, pending);
      const { realmId, userId } = pending.actor;
      const state = this.queues.user(realmId, userId)?.state;
      const position = this.positions.of(partitionOf(realmId));
      if (state || from === undefined) {
        return { position, state: state && { ...state, streamIds: new Set(state.streamIds) } };
      }
      pending.from = parseLogPosition(from);
      return { position: isAtLeast(pending.from, parseLogPosition(position)) ? from : position, state: undefined };
    });
    this.parts.follower.hurry();
    return added;
  }

  /** Makes a pending queue a real one, with what happened since and no stamp covers. False when there is no such one. */
  open(queueId: string, stamps: Stamps): Promise<boolean> {
    return this.inTurn(async () => {
      if (this.queues.has(queueId)) return true; // repeated
      const pending = this.pending.get(queueId);
      if (!pending?.state) return false;
      this.pending.delete(queueId);
      await this.openNew(pending, pending.state, stamps, pending.since);
      return true;
    });
  }

  /**
   * Makes a new queue, with what happened since the log ended at `from` and no stamp covers. `state` are as of `from`, but subscriptions
   * as of messaging's stamp. All that is at `from` or before, the snapshots cover.
   */
  register(queue: NewQueue, state: UserState, stamps: Stamps, from: string): Promise<void> {
    const registered = this.inTurn(async () => {
      const partition = partitionOf(queue.actor.realmId);
      await this.reading.advanceTo(partition, from);
      const position = this.positions.of(partition);
      const { follower } = this.parts;
      const since = position === from ? [] : await follower.readBetween(partition, from, position, MAX_PENDING_EVENTS);
      if (since === undefined) throw serviceUnavailable('events');
      const { realmId } = queue.actor;
      const ofRealm = since.filter((event) => event.realmId === realmId);
      if (ofRealm.some((event) => MessageSent.matches(event))) await this.parts.senders.prepare(realmId);
      await this.openNew(queue, state, stamps, ofRealm);
    });
    this.parts.follower.hurry();
    return registered;
  }

  /** Resolves when everything up to `position`, where the log ended a moment ago, is in the queues that it is for. */
  catchUpTo(partition: number, position: string): Promise<void> {
    return this.inTurn(() => this.reading.advanceTo(partition, position));
  }

  /** Forgets queues that are gone from Redis: others may drop queues too. */
  reconcile(): Promise<void> {
    return this.inTurn(async () => {
      if ((await this.parts.store.queueCount(this.number)) === this.queues.size) return;
      const stored = new Set(await this.parts.store.queueIds(this.number));
      const batch = new Batch();
      const gone = this.queues.ids().filter((queueId) => !stored.has(queueId));
      this.queues.forget(gone, batch.states);
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
    if (this.queues.size === 0 || this.turns.isBusy) return Promise.resolve();
    return this.inTurn(async () => {
      if (this.positions.moved().length > 0) await this.store(new Batch());
    });
  }

  /** Whether what is stored is still what this object knows. */
  async verify(): Promise<void> {
    await this.inTurn(async () => {
      const lost = await this.writer.verify();
      if (lost) this.end(lost);
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
    return this.turns.run(async () => {
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
    });
  }

  /** A crash may have come between the end of a user's last queue and that of what was known of the user. */
  private async dropUnusedStates(stored: readonly string[]): Promise<void> {
    const needed = this.queues.neededStates();
    const batch = new Batch();
    for (const field of stored) if (!needed.has(field)) batch.states.set(field, '');
    if (!batch.isEmpty) await this.store(batch);
  }

  private async openNew(
    newQueue: NewQueue,
    stateBefore: UserState,
    stamps: Stamps,
    since: readonly LoggedEvent[],
  ): Promise<void> {
    const { queueId, options, actor, publicStreams } = newQueue;
    const meta: QueueMeta = { userId: actor.userId, realmId: actor.realmId, options, stamps };
    const { batch, state } = replay(newQueue, meta, stateBefore, since, this.parts.fanOut);
    const realm = this.queues.realm(actor.realmId);
    if (!realm?.users.has(actor.userId)) batch.states.set(userField(actor.userId), writeUserState(state));
    if (publicStreams && !realm?.knowsPublicStreams) {
      batch.states.set(publicStreamsField(actor.realmId), writePublicStreams(publicStreams));
    }
    await this.store(batch, [{ queueId, userId: actor.userId, realmId: actor.realmId, meta: JSON.stringify(meta) }]);
    if (this.ended) throw serviceUnavailable('events');
    const liveRealm = this.queues.realmFor(actor.realmId);
    if (publicStreams && !liveRealm.knowsPublicStreams) liveRealm.setPublicStreams(publicStreams);
    const liveUser = liveRealm.users.get(actor.userId) ?? liveRealm.addUser(state);
    this.queues.add(new LiveQueue(queueId, liveUser, meta));
    this.parts.senders.expect(actor.realmId);
  }

  private async takeIn(batch: LogBatch): Promise<void> {
    const collected = await this.intake.apply(batch);
    if (!collected.isEmpty) await this.store(collected);
  }

  private dropIncomplete(partition: number, cursor: string | null, queueIds: readonly string[]): Promise<void> {
    this.parts.logger.warn(
      { shard: this.number, partition, cursor, queues: queueIds.length },
      'Queues dropped: the log does not have what they miss',
    );
    const batch = new Batch();
    for (const queueId of queueIds) batch.dropped.add(queueId);
    return this.store(batch);
  }

  private async store(batch: Batch, opened: ShardWrite['opened'] = []): Promise<void> {
    const lost = await this.writer.write(batch, opened);
    if (lost) this.end(lost);
  }
}
