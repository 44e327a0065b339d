import { EVENT_QUEUE_LIFETIME_SECONDS } from '@chat/contracts';
import { integerSetting } from '@chat/service-kit';

/** A waiting poll gets a heartbeat after so long without events, 10 % more or less: 45 to 55 s, within the contract's minute. */
const HEARTBEAT_MS = 50_000;

/** What the environment tells of long polls. */
export interface EventPollSettings {
  readonly heartbeatMs: number;
}

export function readEventPollSettings(): EventPollSettings {
  const lifetimeMs = integerSetting('EVENT_QUEUE_LIFETIME', EVENT_QUEUE_LIFETIME_SECONDS, { min: 1 }) * 1_000;
  const heartbeatMs = integerSetting('EVENT_HEARTBEAT_MS', HEARTBEAT_MS, { min: 50, max: 80_000 });
  // A heartbeat is what keeps the queue of a waiting client alive.
  return { heartbeatMs: Math.min(heartbeatMs, lifetimeMs / 2) };
}
