import { serviceUnavailable } from '@chat/contracts';
import { isAtLeast, parseLogPosition } from '@chat/event-log';
import type { LiveQueues } from '../fan-out/live-queues.js';
import type { LogBatch, LogFollower } from './log-follower.js';
import { ALL_PARTITIONS, type ShardPositions } from './shard-positions.js';

/** What a reading does to its shard. */
export interface ReadingShard {
  hasEnded(): boolean;
  /** Registrations are under way. */
  hasPending(): boolean;
  takeIn(batch: LogBatch): Promise<void>;
  /** Drops queues whole: the log no longer has all of their events. */
  dropIncomplete(partition: number, cursor: string | null, queueIds: readonly string[]): Promise<void>;
}

/** Reads the log for one shard where the common reading of the replica's shards does not: after a takeover, or ahead of it. */
export class ShardReading {
  constructor(
    private readonly shard: ReadingShard,
    private readonly queues: LiveQueues,
    private readonly positions: ShardPositions,
    private readonly follower: LogFollower,
  ) {}

  /** Begins at the stored cursors. A partition whose log lacks entries after its cursor begins at the common reading. */
  async resume(): Promise<void> {
    for (const partition of ALL_PARTITIONS) {
      const queueIds = this.queues.idsIn(partition);
      const cursor = this.positions.storedOf(partition);
      if (cursor !== null && (await this.follower.canReadFrom(partition, cursor))) {
        this.positions.set(partition, cursor);
        continue;
      }
      this.positions.set(partition, this.commonReading(partition));
      if (queueIds.length > 0) await this.shard.dropIncomplete(partition, cursor, queueIds);
    }
  }

  /** Reads until the shard stands where the common reading stands. `join` runs at that very moment. */
  async catchUp(join: () => void): Promise<void> {
    while (!this.shard.hasEnded()) {
      for (const partition of ALL_PARTITIONS) {
        if (this.queues.idsIn(partition).length === 0) continue;
        if (await this.readOn(partition, () => this.isAbreast(partition))) continue;
        throw new Error('The log ends before where the common reading stands.');
      }
      // Nothing waits between the check and the joining: the common reading hands on its next batch right after its last.
      if (!this.alignAll()) continue;
      join();
      return;
    }
  }

  /** Advances to `position`, where the log ended a while ago: the common reading may be behind it, or paused. */
  async advanceTo(partition: number, position: string): Promise<void> {
    const isThere = () => this.positions.hasReached(partition, position);
    if (isThere()) return;
    // Redis may have lost what it had then.
    const tail = await this.follower.tail(partition);
    if (!isAtLeast(parseLogPosition(tail), parseLogPosition(position))) throw serviceUnavailable('events');
    if (this.queues.idsIn(partition).length === 0 && !this.shard.hasPending()) {
      this.positions.set(partition, position);
      return;
    }
    if (!(await this.readOn(partition, isThere)) || this.shard.hasEnded()) throw serviceUnavailable('events');
  }

  /** Takes in one partition's events, a page at a time, until this shard `isThere` or has ended. False when the log ends before. */
  private async readOn(partition: number, isThere: () => boolean): Promise<boolean> {
    while (!this.shard.hasEnded() && !isThere()) {
      const events = await this.follower.readAfter(partition, this.positions.of(partition));
      if (events.length === 0) return false;
      await this.shard.takeIn([{ partition, events }]);
    }
    return true;
  }

  /** Moves partitions without queues to the common reading. False while another partition is behind it. */
  private alignAll(): boolean {
    for (const partition of ALL_PARTITIONS) {
      if (this.queues.idsIn(partition).length === 0) this.positions.set(partition, this.commonReading(partition));
      else if (!this.isAbreast(partition)) return false;
    }
    return true;
  }

  private isAbreast(partition: number): boolean {
    return this.positions.hasReached(partition, this.commonReading(partition));
  }

  private commonReading(partition: number): string {
    return this.follower.positions[partition] as string;
  }
}
