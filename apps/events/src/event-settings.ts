import { setting } from '@chat/configuration';

/** Settings of an events replica from the environment. */
export class EventSettings {
  /** A queue without a fetch for this time is dropped. */
  readonly queueLifetimeMs = setting('EVENT_QUEUE_LIFETIME') * 1_000;
  /** A queue that passes a limit is dropped whole. */
  readonly queueLimits = {
    maxEvents: setting('EVENT_QUEUE_MAX_EVENTS'),
    maxBytes: setting('EVENT_QUEUE_MAX_BYTES'),
  };
  readonly maxQueuesPerUser = setting('EVENT_QUEUES_PER_USER');
  /** Replicas of Redis that have an event before a client receives it. */
  readonly afterReplicas = setting('EVENTS_AFTER_REPLICAS');
  readonly leaseTimes = {
    /** A session ends after this time without a renewal. Then other replicas take the shards of a crashed replica. */
    lifetimeMs: setting('EVENT_SESSION_LIFETIME_MS'),
    renewEveryMs: setting('EVENT_SESSION_RENEW_MS'),
  };
}
