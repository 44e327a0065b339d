import type { Presence } from '../design/avatar.js';

/** A presence with `slim_presence`; times in seconds. */
export interface SlimPresence {
  readonly active_timestamp?: number | undefined;
  readonly idle_timestamp?: number | undefined;
}

/** The presence at a time. Reports older than the threshold no longer count. */
export function presenceAt(
  known: SlimPresence | undefined,
  nowSeconds: number,
  offlineThresholdSeconds: number,
): { readonly presence: Presence; readonly lastSeenSeconds: number | undefined } {
  const active = known?.active_timestamp ?? 0;
  const idle = known?.idle_timestamp ?? 0;
  const lastSeen = Math.max(active, idle);
  const isRecent = (seconds: number) => nowSeconds - seconds <= offlineThresholdSeconds;
  const presence = isRecent(active) ? 'active' : isRecent(idle) ? 'idle' : 'offline';
  return { presence, lastSeenSeconds: lastSeen === 0 ? undefined : presence === 'idle' ? active || idle : lastSeen };
}
