/**
 * The part of the loaded messages that has elements, by the ids at its ends: ids stay when older messages load and
 * when messages are deleted.
 */
export interface ListWindow {
  readonly first: number;
  /** `end`: through the last loaded message, and those that arrive. */
  readonly last: number | 'end';
}

/** Indexes into the loaded ids, `end` excluded. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

/** Messages with elements at the same time. */
export const MAX_RENDERED = 180;
/** Messages that get or lose their elements in one step, within a frame. */
export const STEP = 30;

/** Index of the first id that is not below `id`. */
export function indexOfId(ids: readonly number[], id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function windowAround(ids: readonly number[], anchor: number | 'end', reachesEnd: boolean): ListWindow {
  const at = anchor === 'end' ? ids.length : indexOfId(ids, anchor);
  return windowOf(ids, { start: at - STEP, end: at + STEP }, reachesEnd);
}

/** A window over the indexes, as far as they exist. */
function windowOf(ids: readonly number[], { start, end }: Slice, reachesEnd: boolean): ListWindow {
  const last = ids[Math.min(end, ids.length) - 1] ?? 0;
  return { first: ids[Math.max(start, 0)] ?? 0, last: end >= ids.length && reachesEnd ? 'end' : last };
}

export function sliceOf(ids: readonly number[], { first, last }: ListWindow): Slice {
  const start = indexOfId(ids, first);
  return { start, end: Math.max(start, last === 'end' ? ids.length : indexOfId(ids, last + 1)) };
}

/** One step more before the window; messages beyond the limit fall off its end. */
export function withEarlier(ids: readonly number[], window: ListWindow, reachesEnd: boolean): ListWindow {
  const { start, end } = sliceOf(ids, window);
  const from = Math.max(0, start - STEP);
  return windowOf(ids, { start: from, end: Math.min(end, from + MAX_RENDERED) }, reachesEnd);
}

/** One step more after the window; messages beyond the limit fall off its start. */
export function withLater(ids: readonly number[], window: ListWindow, reachesEnd: boolean): ListWindow {
  const { start, end } = sliceOf(ids, window);
  const to = Math.min(ids.length, end + STEP);
  return windowOf(ids, { start: Math.max(start, to - MAX_RENDERED), end: to }, reachesEnd);
}

/**
 * The window without the messages that arrived beyond its limit: at the end the oldest lose their elements, elsewhere
 * the newest get none. Returns the same object if it fits.
 */
export function withinLimit(ids: readonly number[], window: ListWindow, isAtEnd: boolean): ListWindow {
  const { start, end } = sliceOf(ids, window);
  if (end - start <= MAX_RENDERED) return window;
  return isAtEnd
    ? { first: ids[end - MAX_RENDERED] as number, last: window.last }
    : { first: window.first, last: ids[start + MAX_RENDERED - 1] as number };
}
