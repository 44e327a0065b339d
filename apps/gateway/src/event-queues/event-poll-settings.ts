import { setting } from '@chat/configuration';

/** What the environment tells of long polls. */
export interface EventPollSettings {
  readonly heartbeatMs: number;
}

export function readEventPollSettings(): EventPollSettings {
  const lifetimeMs = setting('EVENT_QUEUE_LIFETIME') * 1_000;
  const heartbeatMs = setting('EVENT_HEARTBEAT_MS');
  // A heartbeat is what keeps the queue of a waiting client alive.
  return { heartbeatMs: Math.min(heartbeatMs, lifetimeMs / 2) };
}
