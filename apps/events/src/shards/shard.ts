import {
  ApiError,
  type EventQueueOptions,
  type LoggedEvent,
  MessageSent,
  type Principal,
  serviceUnavailable,
} from '@chat/contracts';
import { partitionOf } from '@chat/event-log';
import { LiveQueue, type QueueMeta, type Stamps } from '../fan-out/live-queue.js';
import { LiveRealm } from '../fan-out/live-realm.js';
import {
  LiveUser,
  type PublicStreams,
  publicStreamsField,
  type UserState,
  userField,
  writeState,
} from '../fan-out/live-user.js';
import { Batch } from '../queues/batch.js';
import type { LogBatch } from './log-follower.js';
import { type LostShard, ShardContents, type ShardParts } from './shard-contents.js';
import type { TakenShard } from './shard-leases.js';

export type ShardEnd = 'released' | LostShard;

/** Events of a realm during one registration, at most. A registration that meets more of them fails, and the gateway starts over. */
const MAX_REGISTRATION_EVENTS = 5_000;

/** A queue to register, and the state from which the log is replayed for it. */
export interface NewQueue {
  readonly queueId: string;
  readonly actor: Principal;
  readonly options: EventQueueOptions;
  /** Log position at the beginning of the registration. The snapshots cover all events up to it. */
  readonly from: string;
  /** As of `from`, but with subscriptions as of `messagingSequence`. */
  readonly state: UserState;
  readonly publicStreams: PublicStreams | undefined;
}

/**
 * A shard while this replica holds it. Operations run one at a time, each after the write of the one before, so the contents in memory
 * equal the stored ones between operations. An operation that fails unexpectedly ends the shard, and the next holder loads it.
 */
export class Shard {
  private readonly contents: ShardContents;
  private last: Promise<void> | undefined;
  private isJoined = false;
  private ended: ShardEnd | undefined;

  constructor(
    readonly number: number,
    private readonly parts: ShardParts,
    private readonly taken: TakenShard,
    private readonly onEnd: (shard: Shard, end: ShardEnd) => void,
  ) {
    this.contents = new ShardContents(number, parts, taken, this);
  }

  get fencingToken(): string {
    return this.taken.token;
  }

  get hasEnded(): boolean {
    return this.ended !== undefined;
  }

  get queueCount(): number {
    return this.contents.queues.size;
  }

  /** False only if no event can concern the shard: it has no queue, and none is being registered. */
  get isConcerned(): boolean {
    return this.last !== undefined || this.queueCount > 0;
  }

  has(queueId: string): boolean {
    return this.contents.queues.has(queueId);
  }

  queueIdsOf({ realmId, userId }: Principal): string[] {
    return this.contents.queues.idsOf(realmId, userId);
  }

  /** Loads the stored queues, catches up with the log follower and joins it. */
  async begin(): Promise<void> {
    await this.inTurn(() =>
      this.contents.load(() => {
        this.isJoined = true;
      }),
    );
    this.parts.follower.resume();
  }

  /** Applies a batch of the follower. Undefined if the batch does not concern the shard. */
  receive(batch: LogBatch): Promise<void> | undefined {
    if (!this.isJoined || this.ended) return undefined;
    if (this.isConcerned) return this.inTurn(() => this.contents.apply(batch));
    // Most shards of a small installation have no queues: no promise for them.
    this.contents.pass(batch);
    return undefined;
  }

  /** Advances to the position of the follower, which has skipped events while no shard was concerned. */
  skip(): void {
    if (this.isJoined && !this.isConcerned) Object.assign(this.contents.positions, this.parts.follower.positions);
  }

  /**
   * Creates a queue with the events after `from` that no stamp covers. Throws SERVICE_UNAVAILABLE if the log no longer has them, if there
   * are too many, or if the user is deactivated meanwhile.
   */
  register(queue: NewQueue, stamps: Stamps): Promise<void> {
    const registered = this.inTurn(() => this.add(queue, stamps));
    this.parts.follower.resume();
    return registered;
  }

  /** Resolves when the queues have all events up to `position`, where the log ended a moment ago. */
  catchUpTo(partition: number, position: string): Promise<void> {
    return this.inTurn(() => this.contents.advanceTo(partition, position));
  }

  /** Removes queues that are no longer stored: any replica may drop queues. */
  reconcile(): Promise<void> {
    return this.inTurn(async () => {
      const { store } = this.parts;
      if ((await store.queueCount(this.number)) === this.queueCount) return;
      const stored = new Set(await store.queueIds(this.number));
      await this.contents.removeQueues(this.contents.queues.ids().filter((queueId) => !stored.has(queueId)));
    });
  }

  /** Drops a queue whole. */
  drop(queueId: string): Promise<void> {
    return this.inTurn(async () => {
      if (!this.contents.queues.has(queueId)) return;
      const changes = new Batch();
      changes.dropped.add(queueId);
      await this.contents.write(changes);
    });
  }

  /** Stores the log positions of an idle shard, so that the next holder has little to read again. */
  async saveCursors(): Promise<void> {
    if (this.queueCount > 0 && this.last === undefined) await this.inTurn(() => this.contents.saveCursors());
  }

  /** Ends the shard if the store would refuse a write. */
  verify(): Promise<void> {
    return this.inTurn(() => this.contents.verify());
  }

  /** Ends the shard after the operations that have begun. */
  async stop(): Promise<void> {
    await this.inTurn(async () => this.end('released')).catch(() => {});
  }

  end(end: ShardEnd): void {
    if (this.ended) return;
    this.ended = end;
    this.isJoined = false;
    this.onEnd(this, end);
  }

  /** Runs `work` after all earlier operations. Throws SERVICE_UNAVAILABLE if the shard has ended. */
  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const guarded = () => this.guarded(work);
    const result = this.last ? this.last.then(guarded) : guarded();
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

  private async guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.ended) throw serviceUnavailable('events');
    try {
      return await work();
    } catch (error) {
      // An expected error comes before the write. After any other, it is unknown whether Redis executed the write.
      if (!this.ended && !(error instanceof ApiError)) {
        this.parts.logger.error({ shard: this.number, err: error }, 'Shard operation failed; loading the shard again');
        this.end('stale');
      }
      throw error;
    }
  }

  private async add(newQueue: NewQueue, stamps: Stamps): Promise<void> {
    const { queueId, actor, options, from, publicStreams } = newQueue;
    const { realmId, userId } = actor;
    const { queues } = this.contents;
    if (queues.has(queueId)) return; // a repeated request
    const events = await this.eventsSince(realmId, from);
    const meta: QueueMeta = { userId, realmId, options, stamps };
    const { batch, state } = this.replay(newQueue, meta, events);
    batch.opened.push({ queueId, userId, realmId, meta: JSON.stringify(meta) });
    const realm = queues.realm(realmId);
    if (!realm?.users.has(userId)) batch.states.set(userField(userId), writeState(state));
    const newStreams = realm?.publicStreams ? undefined : publicStreams;
    if (newStreams) batch.states.set(publicStreamsField(realmId), writeState(newStreams));
    await this.contents.write(batch);
    if (this.ended) throw serviceUnavailable('events');
    const liveRealm = queues.add(queueId, meta, state);
    if (newStreams) liveRealm.publicStreams = newStreams;
    this.parts.senders.expect(realmId);
  }

  /** Events of the realm after `from` that the shard has applied. */
  private async eventsSince(realmId: number, from: string): Promise<LoggedEvent[]> {
    const partition = partitionOf(realmId);
    await this.contents.advanceTo(partition, from);
    const until = this.contents.positions[partition] as string;
    const events = await this.parts.follower.readBetween(realmId, from, until, MAX_REGISTRATION_EVENTS);
    if (events === undefined) throw serviceUnavailable('events');
    if (events.some((event) => MessageSent.matches(event))) await this.parts.senders.prepare(realmId);
    return events;
  }

  /** Delivers events to the new queue alone. Returns its entries, and the state of its user after the events. */
  private replay({ queueId, state, publicStreams }: NewQueue, meta: QueueMeta, events: readonly LoggedEvent[]) {
    const realm = new LiveRealm(meta.realmId);
    realm.publicStreams = publicStreams;
    realm.addQueue(new LiveQueue(queueId, new LiveUser(state), meta));
    const batch = new Batch();
    for (const event of events) {
      if (realm.apply(event, new Map())) throw serviceUnavailable('events');
      this.parts.fanOut.deliver(realm, event, batch);
    }
    if (batch.dropped.has(queueId)) throw serviceUnavailable('events');
    return { batch, state };
  }
}
