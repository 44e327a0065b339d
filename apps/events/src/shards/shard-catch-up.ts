import { serviceUnavailable } from '@chat/contracts';
import { ALL_PARTITIONS, isAtLeast, parseLogPosition } from '@chat/event-log';
import { restoreQueues } from '../fan-out/stored-queues.js';
import { Batch } from '../queues/batch.js';
import { countEnded } from '../queues/ended-queues.js';
import type { ContentsOwner, ShardContents } from './shard-contents.js';
import type { TakenShard } from './shard-leases.js';
import type { ShardParts } from './shard-parts.js';

/** Brings the contents of a shard up to a position of the log: when the shard is taken, and for registrations. */
export class ShardCatchUp {
  constructor(
    private readonly shard: number,
    private readonly contents: ShardContents,
    private readonly parts: ShardParts,
    private readonly taken: TakenShard,
    private readonly owner: ContentsOwner,
  ) {}

  /** Loads the stored queues and reads the log up to the position of the follower. Then runs `join` without waiting in between. */
  async load(join: () => void): Promise<void> {
    const { store, senders, writer, logger } = this.parts;
    const { unreadable, unused } = restoreQueues(this.contents.queues, await store.load(this.shard));
    if (unreadable.length > 0) {
      logger.error({ shard: this.shard, queues: unreadable }, 'Stored queues cannot be read; dropped them');
      await store.drop(this.shard, unreadable);
    }
    writer.announceAll(this.shard, this.contents.queues.ids());
    await this.resume(unused);
    for (const { realmId } of this.contents.queues.allRealms()) senders.expect(realmId);
    while (!this.owner.hasEnded) {
      for (const partition of ALL_PARTITIONS) await this.catchUpWithFollower(partition);
      // The follower may have read on meanwhile. Nothing waits between this check and `join`, so the shard misses no batch.
      if (!this.alignWithFollower()) continue;
      join();
      return;
    }
  }

  /** Advances to the follower, past events that concerned no queue of this shard. */
  skipToFollower(): void {
    for (const partition of ALL_PARTITIONS) {
      const position = this.parts.follower.positions[partition] as string;
      if (!this.hasReached(partition, position)) this.contents.positions[partition] = position;
    }
  }

  /**
   * Applies the log up to `position`, where it ended a while ago; the follower may be behind that, or paused. Throws
   * SERVICE_UNAVAILABLE if the log ends before.
   */
  async advanceTo(partition: number, position: string): Promise<void> {
    if (this.hasReached(partition, position)) return;
    const tail = await this.parts.log.tail(partition);
    if (!isAtLeast(parseLogPosition(tail), parseLogPosition(position))) throw serviceUnavailable('events');
    if (this.contents.queues.idsIn(partition).length === 0) {
      // Not `position`, which may be one of a log that Redis has lost.
      this.contents.positions[partition] = tail;
      return;
    }
    const isReached = await this.readUntil(partition, () => this.hasReached(partition, position));
    if (!isReached || this.owner.hasEnded) throw serviceUnavailable('events');
  }

  /**
   * Begins at the stored cursors. If the log has lost entries after one, drops the queues of that partition. Removes unused states: after
   * a crash, the state of a user may outlive the user's last queue.
   */
  private async resume(unusedStates: Iterable<string>): Promise<void> {
    const { follower, log, logger } = this.parts;
    const changes = new Batch();
    for (const field of unusedStates) changes.states.set(field, '');
    for (const partition of ALL_PARTITIONS) {
      const cursor = this.taken.cursors[partition] ?? null;
      const canResume = cursor !== null && (await log.canReadFrom(partition, cursor));
      this.contents.positions[partition] = canResume ? cursor : (follower.positions[partition] as string);
      const incomplete = canResume ? [] : this.contents.queues.idsIn(partition);
      if (incomplete.length === 0) continue;
      for (const queueId of incomplete) changes.dropped.add(queueId);
      countEnded('log gap', incomplete.length);
      const details = { shard: this.shard, partition, cursor, queues: incomplete.length };
      logger.warn(details, 'Log does not reach back to the cursor; dropped the queues of the partition');
    }
    if (!changes.isEmpty) await this.contents.write(changes);
  }

  private async catchUpWithFollower(partition: number): Promise<void> {
    if (this.contents.queues.idsIn(partition).length === 0) return;
    if (await this.readUntil(partition, () => this.isAtFollower(partition))) return;
    throw new Error('The log ends before the position of the follower.');
  }

  /** Moves partitions without queues to the follower. Returns false if another partition is behind it. */
  private alignWithFollower(): boolean {
    return ALL_PARTITIONS.every((partition) => {
      if (this.contents.queues.idsIn(partition).length > 0) return this.isAtFollower(partition);
      this.contents.positions[partition] = this.parts.follower.positions[partition] as string;
      return true;
    });
  }

  private isAtFollower(partition: number): boolean {
    return this.hasReached(partition, this.parts.follower.positions[partition] as string);
  }

  /** Applies events of one partition until `isReached` or the end of the shard. Returns false if the log ends before. */
  private async readUntil(partition: number, isReached: () => boolean): Promise<boolean> {
    while (!this.owner.hasEnded && !isReached()) {
      const events = await this.parts.log.readAfter(partition, this.contents.positions[partition] as string);
      if (events.length === 0) return false;
      await this.contents.apply([{ partition, events }]);
    }
    return true;
  }

  private hasReached(partition: number, position: string): boolean {
    return isAtLeast(parseLogPosition(this.contents.positions[partition] as string), parseLogPosition(position));
  }
}
