/** The first restart comes at once, as far as a person can tell; a crash loop costs one start every five seconds. */
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5_000;
/** A process that ran this long was well: its next crash is the first again. */
export const WELL_AFTER_MS = 30_000;

/** How long to wait before the next start, after `failures` (1 or more) ends in a row. */
export function restartDelayMs(failures: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 10));
}
