import type { Presence } from '../design/avatar.js';

/** A presence with `slim_presence`; times in seconds. */
export interface SlimPresence {
  readonly active_timestamp?: number | undefined;
  readonly idle_timestamp?: number | undefined;
}

/** Clients report each minute. */
export const OFFLINE_AFTER_SECONDS = 200;

/** The presence at a time. Reports older than the threshold no longer count. */
export function presenceAt(
  known: SlimPresence | undefined,
  nowSeconds: number,
  offlineAfterSeconds = OFFLINE_AFTER_SECONDS,
): { readonly presence: Presence; readonly lastSeenSeconds: number | undefined } {
  const active = known?.active_timestamp ?? 0;
  const idle = known?.idle_timestamp ?? 0;
  const lastSeen = Math.max(active, idle);
  const isRecent = (seconds: number) => nowSeconds - seconds <= offlineAfterSeconds;
  const presence = isRecent(active) ? 'active' : isRecent(idle) ? 'idle' : 'offline';
  return { presence, lastSeenSeconds: lastSeen === 0 ? undefined : presence === 'idle' ? active || idle : lastSeen };
}
