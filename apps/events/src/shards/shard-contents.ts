import { type LoggedEvent, MessageSent } from '@chat/contracts';
import { ALL_PARTITIONS, isAtLeast, parseLogPosition } from '@chat/event-log';
import { LiveQueues } from '../fan-out/live-queues.js';
import { applyStateChange } from '../fan-out/state-changes.js';
import { Batch, type Cursor } from '../queues/batch.js';
import type { LogBatch } from './log-follower.js';
import type { TakenShard } from './shard-leases.js';
import type { ShardParts } from './shard-parts.js';

/** The store refused this holder. `stale`: the stored shard is another one than that of the holder, which must not be used again. */
export type LostShard = 'lease lost' | 'stale';

export interface ContentsOwner {
  readonly hasEnded: boolean;
  end(reason: LostShard): void;
}

/**
 * The contents of a shard in the memory of its holder: live queues, states of their users, and log positions. It applies events and
 * writes the result under the fencing token. Calls must not overlap. If the store refuses a write, the shard ends.
 */
export class ShardContents {
  readonly queues = new LiveQueues();
  /** By partition, the log position up to which all events are applied. */
  readonly positions: string[] = [];
  private readonly stored: (string | null)[];
  private writes: number;
  private lastHistory: string | undefined;

  constructor(
    private readonly shard: number,
    private readonly parts: ShardParts,
    private readonly taken: TakenShard,
    private readonly owner: ContentsOwner,
  ) {
    this.writes = taken.version;
    this.stored = [...taken.cursors];
  }

  /** The version of the shard that Redis had. */
  get version(): number {
    return this.writes;
  }

  /** The history of data of the server that has the last write; undefined while notices are not held. */
  get history(): string | undefined {
    return this.lastHistory;
  }

  /** Applies the events that are not applied yet, and writes the result. */
  async apply(batch: LogBatch): Promise<void> {
    const changes = new Batch();
    for (const { partition, events } of batch) {
      const reached = parseLogPosition(this.positions[partition] as string);
      for (const event of events) {
        // The shard may be ahead of the follower after a registration or a catch-up.
        if (isAtLeast(reached, parseLogPosition(event.logId))) continue;
        const loading = this.loadSenders(event);
        if (loading) await loading;
        this.applyEvent(event, changes);
        this.positions[partition] = event.logId;
      }
    }
    if (!changes.isEmpty) await this.write(changes);
  }

  /** Undefined if the event can be applied at once. */
  private loadSenders(event: LoggedEvent): Promise<void> | undefined {
    if (event.type !== MessageSent.type || !this.queues.realm(event.realmId)) return undefined;
    return this.parts.senders.prepare(event.realmId);
  }

  private applyEvent(event: LoggedEvent, changes: Batch): void {
    const realm = this.queues.realm(event.realmId);
    if (!realm) return;
    // Most events are messages, which change no state.
    const deactivated = event.type === MessageSent.type ? undefined : applyStateChange(realm, event, changes.states);
    this.parts.fanOut.deliver(realm, event, changes);
    for (const { queueId } of deactivated?.queues ?? []) changes.dropped.add(queueId);
  }

  /** Writes `changes` with the cursors in one step. If the store no longer has some queues, removes them here, too. */
  async write(changes: Batch): Promise<void> {
    this.queues.remove(changes.dropped, changes.states);
    const cursors = this.movedCursors();
    const { token } = this.taken;
    const outcome = await this.parts.writer.write(this.shard, token, this.writes, changes, cursors);
    if (outcome.kind !== 'written') return this.owner.end(outcome.kind);
    this.writes++;
    this.lastHistory = outcome.history;
    for (const [partition, position] of cursors) this.stored[partition] = position;
    if (outcome.full.length > 0) {
      this.parts.logger.warn({ shard: this.shard, queues: outcome.full }, 'Queues passed a limit; dropped them');
    }
    const lost = [...outcome.gone, ...outcome.full];
    if (lost.length > 0) await this.removeQueues(lost);
  }

  /** Removes queues that the store does not have. */
  async removeQueues(queueIds: readonly string[]): Promise<void> {
    const changes = new Batch();
    this.queues.remove(queueIds, changes.states);
    if (!changes.isEmpty) await this.write(changes);
  }

  /** Stores the positions, so that the next holder has little to read again. */
  async saveCursors(): Promise<void> {
    if (this.movedCursors().length > 0) await this.write(new Batch());
  }

  private movedCursors(): Cursor[] {
    return ALL_PARTITIONS.filter((partition) => this.positions[partition] !== this.stored[partition]).map(
      (partition) => [partition, this.positions[partition] as string] as const,
    );
  }
}
