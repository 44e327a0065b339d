import { eventShardChannel, queueIdsOfNotice } from '@chat/contracts';
import type { Redis } from 'ioredis';
import type { ReplicaBarrier } from './replica-barrier.js';

/** Of the events in all held notices. Beyond it the further ones keep their queue ids only, and gateways fetch the events. */
const MAX_HELD_LENGTH = 16 * 1024 * 1024;

/**
 * Publishes the notices of shards (EventShardNotice) when enough replicas of Redis have the data, in order per shard. If the replicas are late,
 * or another server has become primary meanwhile, a notice only names its queues, and gateways fetch them.
 */
export class HeldNotices {
  private heldLength = 0;
  /** Queue ids by shard. As many as there are queues at most. */
  private late = new Map<number, Set<string>>();
  private isReleasing = false;

  constructor(
    private readonly redis: Redis,
    private readonly barrier: Pick<ReplicaBarrier, 'reach' | 'isClosed'>,
  ) {}

  /** Publishes the notice of a write on the server of `history`. Never rejects. */
  async hold(shard: number, notice: string, history: string): Promise<void> {
    if (this.isReleasing || this.heldLength > MAX_HELD_LENGTH) return this.announce(shard, queueIdsOfNotice(notice));
    this.heldLength += notice.length;
    const reached = await this.barrier.reach();
    this.heldLength -= notice.length;
    if (reached === history) return this.publish(shard, notice);
    return this.announce(shard, queueIdsOfNotice(notice));
  }

  /** Makes gateways fetch these queues of a shard. Never rejects. */
  async announce(shard: number, queueIds: readonly string[]): Promise<void> {
    this.addLate(shard, queueIds);
    if (this.isReleasing) return;
    this.isReleasing = true;
    while (this.late.size > 0 && !this.barrier.isClosed) await this.releaseLate();
    this.isReleasing = false;
  }

  private addLate(shard: number, queueIds: Iterable<string>): void {
    const ids = this.late.get(shard) ?? new Set();
    for (const queueId of queueIds) ids.add(queueId);
    if (ids.size > 0) this.late.set(shard, ids);
  }

  private async releaseLate(): Promise<void> {
    const released = this.late;
    this.late = new Map();
    const isReached = (await this.barrier.reach()) !== undefined;
    for (const [shard, queueIds] of released) {
      if (isReached) await this.publish(shard, [...queueIds].join(','));
      else this.addLate(shard, queueIds);
    }
  }

  private async publish(shard: number, notice: string): Promise<void> {
    // A lost notice costs a fetch, at the latest with the next heartbeat.
    await this.redis.publish(eventShardChannel(shard), notice).catch(() => {});
  }
}
