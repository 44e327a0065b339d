import { type LoggedEvent, MessageSent, serviceUnavailable } from '@chat/contracts';
import { ALL_PARTITIONS, isAtLeast, parseLogPosition } from '@chat/event-log';
import type { Logger } from 'pino';
import type { FanOut } from '../fan-out/fan-out.js';
import { LiveQueues } from '../fan-out/live-queues.js';
import type { SenderAccounts } from '../fan-out/sender-accounts.js';
import { Batch } from '../queues/batch.js';
import type { Cursor, QueueStore } from '../queues/queue-store.js';
import type { LogBatch, LogFollower } from './log-follower.js';
import type { TakenShard } from './shard-leases.js';

/** Objects that all shards of a replica share. */
export interface ShardParts {
  readonly store: QueueStore;
  readonly follower: LogFollower;
  readonly fanOut: FanOut;
  readonly senders: Pick<SenderAccounts, 'prepare' | 'expect'>;
  readonly logger: Logger;
}

/** The store refused this holder. `stale`: another version of the shard is stored, and this one must not be used again. */
export type LostShard = 'lease lost' | 'stale';

/**
 * The contents of a shard in the memory of its holder: live queues, states of their users, and log positions. It applies events and
 * writes the result under the fencing token. Calls must not overlap. If the store refuses a write, the shard ends.
 */
export class ShardContents {
  readonly queues = new LiveQueues();
  /** By partition, the log position up to which all events are applied. */
  readonly positions: string[] = [];
  private readonly stored: (string | null)[];
  private version: number;

  constructor(
    private readonly shard: number,
    private readonly parts: ShardParts,
    private readonly taken: TakenShard,
    private readonly owner: { readonly hasEnded: boolean; end(reason: LostShard): void },
  ) {
    this.version = taken.version;
    this.stored = [...taken.cursors];
  }

  hasReached(partition: number, position: string): boolean {
    return isAtLeast(parseLogPosition(this.positions[partition] as string), parseLogPosition(position));
  }

  /** Loads the stored queues and reads the log up to the position of the follower. Then runs `join` without waiting in between. */
  async load(join: () => void): Promise<void> {
    const { store, senders, logger } = this.parts;
    const stored = await store.load(this.shard);
    const unreadable = this.queues.restore(stored);
    if (unreadable.length > 0) {
      logger.error({ shard: this.shard, queues: unreadable }, 'Stored queues cannot be read; dropped them');
      await store.drop(this.shard, unreadable);
    }
    await this.resume();
    await this.removeUnusedStates(Object.keys(stored.states));
    for (const realmId of this.queues.realmIds()) senders.expect(realmId);
    while (!this.owner.hasEnded) {
      for (const partition of ALL_PARTITIONS) await this.catchUpWithFollower(partition);
      // The follower may have read on meanwhile. Nothing waits between this check and `join`, so the shard misses no batch.
      if (!this.alignWithFollower()) continue;
      join();
      return;
    }
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
    if (!MessageSent.matches(event) || !this.queues.realm(event.realmId)) return undefined;
    return this.parts.senders.prepare(event.realmId);
  }

  private applyEvent(event: LoggedEvent, changes: Batch): void {
    const realm = this.queues.realm(event.realmId);
    if (!realm) return;
    const deactivated = realm.apply(event, changes.states);
    this.parts.fanOut.deliver(realm, event, changes);
    for (const { queueId } of deactivated?.queues ?? []) changes.dropped.add(queueId);
  }

  /** Advances past a batch without events for this shard. */
  pass(batch: LogBatch): void {
    for (const { partition, events } of batch) {
      const lastId = events.at(-1)?.logId;
      if (lastId !== undefined && !this.hasReached(partition, lastId)) this.positions[partition] = lastId;
    }
  }

  /**
   * Applies the log up to `position`, where it ended a while ago; the follower may be behind that, or paused. Throws
   * SERVICE_UNAVAILABLE if the log ends before.
   */
  async advanceTo(partition: number, position: string): Promise<void> {
    if (this.hasReached(partition, position)) return;
    const tail = await this.parts.follower.tail(partition);
    if (!isAtLeast(parseLogPosition(tail), parseLogPosition(position))) throw serviceUnavailable('events');
    if (this.queues.idsIn(partition).length === 0) {
      this.positions[partition] = position;
      return;
    }
    const isReached = await this.readUntil(partition, () => this.hasReached(partition, position));
    if (!isReached || this.owner.hasEnded) throw serviceUnavailable('events');
  }

  /** Writes `changes` with the cursors in one step. If the store no longer has some queues, removes them here, too. */
  async write(changes: Batch): Promise<void> {
    this.queues.remove(changes.dropped, changes.states);
    const cursors = this.movedCursors();
    const { token } = this.taken;
    const outcome = await this.parts.store.write(this.shard, token, this.version, changes, cursors);
    if (outcome.kind !== 'written') return this.owner.end(outcome.kind);
    this.version++;
    for (const [partition, position] of cursors) this.stored[partition] = position;
    if (outcome.full.length > 0) {
      this.parts.logger.warn({ shard: this.shard, queues: outcome.full }, 'Queues passed a limit; dropped them');
    }
    await this.removeQueues([...outcome.gone, ...outcome.full]);
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

  /** Checks that the store would accept a write. */
  async verify(): Promise<void> {
    const [token, version] = await this.parts.store.lease(this.shard);
    if (token !== this.taken.token) this.owner.end('lease lost');
    else if (Number(version) !== this.version) this.owner.end('stale');
  }

  private movedCursors(): Cursor[] {
    return ALL_PARTITIONS.filter((partition) => this.positions[partition] !== this.stored[partition]).map(
      (partition) => [partition, this.positions[partition] as string] as const,
    );
  }

  /** Begins at the stored cursors. If the log has lost entries after one, drops the queues of that partition. */
  private async resume(): Promise<void> {
    const { follower, logger } = this.parts;
    const changes = new Batch();
    for (const partition of ALL_PARTITIONS) {
      const cursor = this.stored[partition] ?? null;
      const canResume = cursor !== null && (await follower.canReadFrom(partition, cursor));
      this.positions[partition] = canResume ? cursor : (follower.positions[partition] as string);
      const incomplete = canResume ? [] : this.queues.idsIn(partition);
      if (incomplete.length === 0) continue;
      for (const queueId of incomplete) changes.dropped.add(queueId);
      const details = { shard: this.shard, partition, cursor, queues: incomplete.length };
      logger.warn(details, 'Log does not reach back to the cursor; dropped the queues of the partition');
    }
    if (!changes.isEmpty) await this.write(changes);
  }

  /** After a crash, the state of a user may outlive the user's last queue. */
  private async removeUnusedStates(stored: readonly string[]): Promise<void> {
    const needed = this.queues.neededStates();
    const changes = new Batch();
    for (const field of stored) if (!needed.has(field)) changes.states.set(field, '');
    if (!changes.isEmpty) await this.write(changes);
  }

  private async catchUpWithFollower(partition: number): Promise<void> {
    if (this.queues.idsIn(partition).length === 0) return;
    if (await this.readUntil(partition, () => this.isAtFollower(partition))) return;
    throw new Error('The log ends before the position of the follower.');
  }

  /** Moves partitions without queues to the follower. Returns false if another partition is behind it. */
  private alignWithFollower(): boolean {
    return ALL_PARTITIONS.every((partition) => {
      if (this.queues.idsIn(partition).length > 0) return this.isAtFollower(partition);
      this.positions[partition] = this.parts.follower.positions[partition] as string;
      return true;
    });
  }

  private isAtFollower(partition: number): boolean {
    return this.hasReached(partition, this.parts.follower.positions[partition] as string);
  }

  /** Applies events of one partition until `isReached` or the end of the shard. Returns false if the log ends before. */
  private async readUntil(partition: number, isReached: () => boolean): Promise<boolean> {
    while (!this.owner.hasEnded && !isReached()) {
      const events = await this.parts.follower.readAfter(partition, this.positions[partition] as string);
      if (events.length === 0) return false;
      await this.apply([{ partition, events }]);
    }
    return true;
  }
}
