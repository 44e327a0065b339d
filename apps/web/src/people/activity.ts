/** After this time without a key, a click or a scroll the reader is idle. */
export const IDLE_AFTER_MS = 5 * 60_000;

export type Activity = 'active' | 'idle';

/** The reader is active if its window is seen and was used lately. Pure. */
export const activityAt = (nowMs: number, lastActMs: number, isVisible: boolean): Activity =>
  isVisible && nowMs - lastActMs < IDLE_AFTER_MS ? 'active' : 'idle';
