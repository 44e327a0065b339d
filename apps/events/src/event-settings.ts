import { EVENT_QUEUE_LIFETIME_SECONDS } from '@chat/contracts';
import { integerSetting } from '@chat/service-kit';
import type { QueueLimits } from './queues/queue-store.js';
import type { LeaseTimes } from './shards/shard-keeper.js';

/** What the environment tells an events replica. Provided under this class. */
export class EventSettings {
  /** A queue without a fetch for so long is dropped. */
  readonly queueLifetimeMs: number;
  readonly queueLimits: QueueLimits;
  readonly maxQueuesPerUser: number;
  readonly leaseTimes: LeaseTimes;

  constructor() {
    this.queueLifetimeMs = integerSetting('EVENT_QUEUE_LIFETIME', EVENT_QUEUE_LIFETIME_SECONDS, { min: 1 }) * 1_000;
    this.queueLimits = {
      maxEvents: integerSetting('EVENT_QUEUE_MAX_EVENTS', 10_000, { min: 1 }),
      maxBytes: integerSetting('EVENT_QUEUE_MAX_BYTES', 32 * 1024 * 1024, { min: 1 }),
    };
    this.maxQueuesPerUser = integerSetting('EVENT_QUEUES_PER_USER', 100, { min: 1 });
    this.leaseTimes = {
      lifetimeMs: integerSetting('EVENT_SESSION_LIFETIME_MS', 4_000, { min: 100 }),
      renewEveryMs: integerSetting('EVENT_SESSION_RENEW_MS', 1_000, { min: 20 }),
    };
  }
}
