import { type LoggedEvent, MessageSent } from '@chat/contracts';
import { isAtLeast, parseLogPosition } from '@chat/event-log';
import { Batch } from '../fan-out/batch.js';
import type { FanOut } from '../fan-out/fan-out.js';
import type { LiveQueues } from '../fan-out/live-queues.js';
import type { SenderAccounts } from '../fan-out/sender-accounts.js';
import type { LogBatch } from './log-follower.js';
import type { PendingQueue } from './pending-queue.js';
import type { ShardPositions } from './shard-positions.js';

/** Applies events of the log to a shard's live queues and collects what the queues get. Stores nothing. */
export class EventIntake {
  constructor(
    private readonly queues: LiveQueues,
    private readonly pending: Map<string, PendingQueue>,
    private readonly positions: ShardPositions,
    private readonly fanOut: FanOut,
    private readonly senders: Pick<SenderAccounts, 'prepare'>,
  ) {}

  /** Applies the events that the shard has not applied yet. Advances its positions. */
  async apply(batch: LogBatch): Promise<Batch> {
    await this.prepareSenders(batch);
    const collected = new Batch();
    for (const { partition, events } of batch) {
      const position = parseLogPosition(this.positions.of(partition));
      for (const event of events) {
        // A shard that caught up by itself may have read further than the common reading had.
        if (isAtLeast(position, parseLogPosition(event.logId))) continue;
        this.applyEvent(event, collected);
        this.positions.set(partition, event.logId);
      }
    }
    return collected;
  }

  /** Advances the positions past events that concern no queue of the shard. */
  pass(batch: LogBatch): void {
    for (const { partition, events } of batch) {
      const lastId = events.at(-1)?.logId;
      if (lastId !== undefined && !this.positions.hasReached(partition, lastId)) this.positions.set(partition, lastId);
    }
  }

  private applyEvent(event: LoggedEvent, batch: Batch): void {
    for (const pending of this.pending.values()) {
      if (pending.actor.realmId === event.realmId && !pending.remember(event)) this.pending.delete(pending.queueId);
    }
    const realm = this.queues.realm(event.realmId);
    if (!realm) return;
    const deactivated = realm.apply(event, batch.states);
    this.fanOut.deliver(realm, event, batch);
    if (deactivated) for (const { queueId } of deactivated.queues) batch.dropped.add(queueId);
  }

  private async prepareSenders(batch: LogBatch): Promise<void> {
    for (const { events } of batch) {
      for (const event of events) {
        if (!MessageSent.matches(event) || !this.queues.realm(event.realmId)) continue;
        const preparing = this.senders.prepare(event.realmId);
        if (preparing) await preparing;
      }
    }
  }
}
