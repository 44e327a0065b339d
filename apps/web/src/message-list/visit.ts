import { indexOfId } from './list-window.js';
import type { Loaded } from './opening.js';
import { UnreadLine } from './unread-line.js';

/** The reader, when something changes. */
export interface Reader {
  isUnread(id: number): boolean;
  /** The window has the focus and shows the end of the view. */
  readonly isWatching: boolean;
}

/** One visit of a view: the place of the unread line, and the arrivals since. */
export class Visit {
  private readonly line = new UnreadLine();
  /** The newest message of the view; null while it is not loaded. */
  private newest: number | null = null;
  /** The newest message when the reader was last at the end. */
  private newestAtEnd = 0;

  get firstUnread(): number | null {
    return this.line.firstUnread;
  }

  open({ ids, foundNewest }: Loaded, isUnread: (id: number) => boolean): void {
    this.line.open(ids.find(isUnread) ?? null);
    this.newestAtEnd = ids.at(-1) ?? 0;
    this.newest = foundNewest ? this.newestAtEnd : null;
  }

  /** Returns the messages that arrived since the last call, not those that were loaded. */
  arrive({ ids, foundNewest }: Loaded, reader: Reader): readonly number[] {
    const known = this.newest;
    this.newest = foundNewest ? (ids.at(-1) ?? 0) : null;
    // The newest messages were loaded, so these are none that arrived.
    if (known === null) this.newestAtEnd = this.newest ?? this.newestAtEnd;
    if (known === null || this.newest === null || this.newest <= known) return [];
    const arrived = ids.slice(indexOfId(ids, known + 1));
    for (const id of arrived) if (reader.isUnread(id)) this.moveLine(ids, id, reader);
    return arrived;
  }

  /** The reader sees the end. */
  reachEnd({ ids }: Loaded): void {
    this.newestAtEnd = ids.at(-1) ?? this.newestAtEnd;
  }

  /** Messages that arrived below since the reader left the end. */
  countBelow({ ids, foundNewest }: Loaded): number {
    return foundNewest ? ids.length - indexOfId(ids, this.newestAtEnd + 1) : 0;
  }

  markUnreadFrom(id: number): void {
    this.line.markUnreadFrom(id);
  }

  private moveLine(ids: readonly number[], id: number, { isUnread, isWatching }: Reader): void {
    const line = this.firstUnread;
    const since = line === null ? [] : ids.slice(indexOfId(ids, line), indexOfId(ids, id));
    this.line.arrive(id, { isWatched: isWatching, hasUnreadBefore: since.some((other) => isUnread(other)) });
  }
}
