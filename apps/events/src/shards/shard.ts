import { ApiError, type Principal, serviceUnavailable } from '@chat/contracts';
import { isAwayError } from '@chat/redis';
import type { Stamps } from '../fan-out/live-queue.js';
import { Batch } from '../queues/batch.js';
import type { LogBatch } from './log-follower.js';
import { type NewQueue, QueueRegistrar } from './queue-registrar.js';
import { ShardCatchUp } from './shard-catch-up.js';
import { type LostShard, ShardContents } from './shard-contents.js';
import type { TakenShard } from './shard-leases.js';
import type { ShardParts } from './shard-parts.js';

/** `new epoch`: Redis may have lost writes of the shard. */
export type ShardEnd = 'released' | 'new epoch' | LostShard;

/**
 * A shard while this replica holds it. Operations run one at a time, each after the write of the one before, so the contents in memory
 * equal the stored ones between operations. An operation that fails unexpectedly ends the shard, and the next holder loads it.
 */
export class Shard {
  private readonly contents: ShardContents;
  private readonly catchUp: ShardCatchUp;
  private readonly registrar: QueueRegistrar;
  private last: Promise<unknown> | undefined;
  private isJoined = false;
  private ended: ShardEnd | undefined;

  constructor(
    readonly number: number,
    private readonly parts: ShardParts,
    private readonly taken: TakenShard,
    private readonly onEnd: (shard: Shard, end: ShardEnd) => void,
  ) {
    this.contents = new ShardContents(number, parts, taken, this);
    this.catchUp = new ShardCatchUp(number, this.contents, parts, taken, this);
    this.registrar = new QueueRegistrar(this.contents, this.catchUp, parts, this);
  }

  get fencingToken(): string {
    return this.taken.token;
  }

  get version(): number {
    return this.contents.version;
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

  polledQueueIdsOf({ realmId, userId }: Principal): string[] {
    return this.contents.queues.polledIdsOf(realmId, userId);
  }

  /** Loads the stored queues, catches up with the log follower and joins it. */
  async begin(): Promise<void> {
    await this.inTurn(() =>
      this.catchUp.load(() => {
        this.isJoined = true;
      }),
    );
    this.parts.follower.resume();
  }

  /** Applies a batch of the follower. Undefined if the batch does not concern the shard. */
  receive(batch: LogBatch): Promise<void> | undefined {
    // Most shards of a small installation have no queues: no promise for them.
    return this.isJoined && this.isConcerned ? this.inTurn(() => this.contents.apply(batch)) : undefined;
  }

  /**
   * Creates a queue with the events after `from` that no stamp covers. Throws SERVICE_UNAVAILABLE if the log no longer has them, if there
   * are too many, if the user is deactivated meanwhile, or if too few replicas of Redis have the queue in time.
   */
  async register(queue: NewQueue, stamps: Stamps): Promise<void> {
    const registered = this.inTurn(() => this.registrar.add(queue, stamps));
    this.parts.follower.resume();
    await registered;
    try {
      await this.parts.barrier?.pass(this.contents.history ?? '');
    } catch (error) {
      // No client will know it, and a client that tries again and again has room for a limited number.
      await this.drop(queue.queueId).catch(() => {});
      throw error;
    }
  }

  /** Resolves when the queues have all events up to `position`, where the log ended a moment ago. */
  catchUpTo(partition: number, position: string): Promise<void> {
    return this.inTurn(() => this.catchUp.advanceTo(partition, position));
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
    // Without queues, the shard does not receive batches.
    if (this.isJoined && !this.isConcerned) this.catchUp.skipToFollower();
    const guarded = () => this.guarded(work);
    const result = this.last ? this.last.then(guarded) : guarded();
    const settled = result.catch(() => {});
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
        if (!isAwayError(error)) {
          this.parts.logger.error(
            { shard: this.number, err: error },
            'Shard operation failed; loading the shard again',
          );
        }
        this.end('stale');
      }
      throw error;
    }
  }
}
