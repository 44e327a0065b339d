import {
  PRESENCE_CLIENT as CLIENT,
  PRESENCE_OFFLINE_THRESHOLD_SECONDS,
  type Presence,
  type SlimPresence,
  type UserPresence,
  type Wire,
} from '@chat/contracts';
import type { PresenceTimes } from './presence-store.js';

/** Clients ping each minute. A user without activity in the minute before the last ping is idle. */
const ACTIVE_SECONDS = 55;

/**
 * The form by user id. It always has both times, because some clients require them. The activity of a user that was only ever idle is
 * the time of joining.
 */
export const slimPresence = ({ activeAt, connectedAt }: PresenceTimes, joinedAt: number): Wire<SlimPresence> => ({
  active_timestamp: activeAt > 0 ? activeAt : joinedAt,
  idle_timestamp: connectedAt,
});

/** The form by API email. */
export function legacyPresence(times: PresenceTimes): Record<string, Presence> {
  const { status, timestamp } = currentPresence(times);
  return {
    aggregated: { client: CLIENT, status, timestamp },
    [CLIENT]: { client: CLIENT, status, timestamp, pushable: false },
  };
}

/** The form for a single user, the only one with the status `offline`. */
export function singlePresence(times: PresenceTimes, nowSeconds: number): UserPresence['presence'] {
  const { status, timestamp } = currentPresence(times);
  const isOffline = nowSeconds - timestamp > PRESENCE_OFFLINE_THRESHOLD_SECONDS;
  return { aggregated: { status: isOffline ? 'offline' : status, timestamp }, [CLIENT]: { status, timestamp } };
}

/** Status at the last sign of life. Clients compare its timestamp with the current time. */
export const currentPresence = ({ activeAt, connectedAt }: PresenceTimes) =>
  activeAt > 0 && connectedAt - activeAt < ACTIVE_SECONDS
    ? ({ status: 'active', timestamp: activeAt } as const)
    : ({ status: 'idle', timestamp: connectedAt } as const);
