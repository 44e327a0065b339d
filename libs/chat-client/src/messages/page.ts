import type { IdRange } from './id-ranges.js';
import type { Message } from './message.js';

export interface PageRequest {
  readonly anchor: number | 'newest' | 'first_unread';
  readonly num_before: number;
  readonly num_after: number;
}

export interface Page {
  readonly messages: readonly Message[];
  readonly anchor: number;
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
}

/** The range that a page proves to be complete. */
export function rangeOf(page: Page, { anchor, num_before, num_after }: PageRequest): IdRange {
  const ids = page.messages.map(({ id }) => id);
  const at = typeof anchor === 'number' ? anchor : page.anchor;
  const first = num_before === 0 ? at : Math.min(ids[0] ?? at, at);
  const last = num_after === 0 ? at : Math.max(ids.at(-1) ?? at, at);
  return {
    from: page.found_oldest ? 0 : first,
    to: page.found_newest ? Number.POSITIVE_INFINITY : last,
    ids,
  };
}
