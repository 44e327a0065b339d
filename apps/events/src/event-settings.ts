import { setting } from '@chat/configuration';
import type { QueueLimits } from './queues/queue-store.js';
import type { LeaseTimes } from './shards/shard-keeper.js';

/** Settings of an events replica from the environment. */
export class EventSettings {
  /** A queue without a fetch for this time is dropped. */
  readonly queueLifetimeMs: number;
  readonly queueLimits: QueueLimits;
  readonly maxQueuesPerUser: number;
  readonly leaseTimes: LeaseTimes;

  constructor() {
    this.queueLifetimeMs = setting('EVENT_QUEUE_LIFETIME') * 1_000;
    this.queueLimits = {
      maxEvents: setting('EVENT_QUEUE_MAX_EVENTS'),
      maxBytes: setting('EVENT_QUEUE_MAX_BYTES'),
    };
    this.maxQueuesPerUser = setting('EVENT_QUEUES_PER_USER');
    this.leaseTimes = {
      lifetimeMs: setting('EVENT_SESSION_LIFETIME_MS'),
      renewEveryMs: setting('EVENT_SESSION_RENEW_MS'),
    };
  }
}
