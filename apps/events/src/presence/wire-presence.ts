import {
  PRESENCE_CLIENT as CLIENT,
  PRESENCE_OFFLINE_THRESHOLD_SECONDS,
  type Presence,
  type SlimPresence,
  type UserPresence,
  type Wire,
} from '@chat/contracts';
import type { PresenceTimes } from './presence-store.js';

/** Clients tell each minute how it is: whoever was not active when the last one told is idle. Source: as the pings' interval. */
const ACTIVE_SECONDS = 55;

/**
 * The form that is keyed by user id. Both times are always there, for clients that refuse anything else; who was only ever idle
 * counts as active when joining. Source: reference shapes, `SlimPresence`; public behaviour of the reference server.
 */
export const slimPresence = ({ activeAt, connectedAt }: PresenceTimes, joinedAt: number): Wire<SlimPresence> => ({
  active_timestamp: activeAt > 0 ? activeAt : joinedAt,
  idle_timestamp: connectedAt,
});

/** The form that is keyed by API email. Source: reference shapes, `Presence`. */
export function legacyPresence(times: PresenceTimes): Record<string, Presence> {
  const { status, timestamp } = currentPresence(times);
  return {
    aggregated: { client: CLIENT, status, timestamp },
    [CLIENT]: { client: CLIENT, status, timestamp, pushable: false },
  };
}

/** The form of a single user's answer: only there somebody is `offline`. */
export function singlePresence(times: PresenceTimes, nowSeconds: number): UserPresence['presence'] {
  const { status, timestamp } = currentPresence(times);
  const isOffline = nowSeconds - timestamp > PRESENCE_OFFLINE_THRESHOLD_SECONDS;
  return { aggregated: { status: isOffline ? 'offline' : status, timestamp }, [CLIENT]: { status, timestamp } };
}

/** As of the last sign of life; how long ago that is, clients judge by the timestamp. */
export const currentPresence = ({ activeAt, connectedAt }: PresenceTimes) =>
  activeAt > 0 && connectedAt - activeAt < ACTIVE_SECONDS
    ? ({ status: 'active', timestamp: activeAt } as const)
    : ({ status: 'idle', timestamp: connectedAt } as const);
