import { indexOfId } from './list-window.js';

/** A message at a distance from the start of the view. */
export interface Place {
  readonly id: number;
  /** Pixels. */
  readonly top: number;
}

/** Where a view opens: at a message, with its start at a part of the height, or at a place of an earlier visit, or at the end. */
export type Opening = { readonly id: number; readonly part: number } | Place | 'end';

/** A link's message stands in the middle third, the unread line high, so that there is room for the new messages. */
const LINKED_PART = 0.3;
const UNREAD_PART = 0.22;

export interface Loaded {
  readonly ids: readonly number[];
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

export interface OpeningTarget {
  /** The message of a link. */
  readonly near: number | undefined;
  /** Where the reader left the view. */
  readonly place: Place | undefined;
  readonly isUnread: (id: number) => boolean;
}

/** Null if the loaded messages do not tell yet. */
export function openingIn({ ids, foundOldest, foundNewest }: Loaded, target: OpeningTarget): Opening | null {
  const { near, place, isUnread } = target;
  const last = ids.at(-1);
  if (last === undefined) return foundOldest && foundNewest ? 'end' : null;
  if (near !== undefined) return covers(ids, near, foundOldest, foundNewest) ? linked(ids, near) : null;
  const unread = ids.find(isUnread);
  // Older ones may be unread, too.
  if (unread === ids[0] && unread !== undefined && !foundOldest) return null;
  if (unread !== undefined) return { id: unread, part: UNREAD_PART };
  if (place !== undefined && ids[indexOfId(ids, place.id)] === place.id) return place;
  return foundNewest ? 'end' : null;
}

/** The answer of the server to "around the first unread message", which may be anywhere in the view. */
export function openingAt({ ids, foundNewest }: Loaded, anchor: number | null, target: OpeningTarget): Opening {
  if (target.near !== undefined) return linked(ids, target.near);
  const unread = ids.find(target.isUnread);
  if (unread !== undefined) return { id: unread, part: UNREAD_PART };
  return foundNewest || anchor === null ? 'end' : { id: anchor, part: LINKED_PART };
}

/** Whether the loaded messages tell if the message is in the view. */
export function covers(ids: readonly number[], id: number, foundOldest: boolean, foundNewest: boolean): boolean {
  const isAfterFirst = foundOldest || (ids[0] ?? 0) <= id;
  return isAfterFirst && (foundNewest || (ids.at(-1) ?? 0) >= id);
}

/** The message, or the next one if it is gone. */
const linked = (ids: readonly number[], id: number): Opening => ({
  id: ids[Math.min(indexOfId(ids, id), ids.length - 1)] ?? id,
  part: LINKED_PART,
});
