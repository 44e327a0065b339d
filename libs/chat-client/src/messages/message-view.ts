import { isTransient } from '../event-reader.js';
import { type IdRange, IdRanges, indexOf } from './id-ranges.js';
import type { Message } from './message.js';
import { type Page, type PageRequest, rangeOf } from './page.js';
import type { ViewNarrow, WireNarrow } from './view-narrow.js';

/** Messages in one request. */
const PAGE_SIZE = 100;
/** Around an anchor, on each side. */
const AROUND_ANCHOR = 50;
/** Ids of one range. A longer one loses the end that is farther from the reader. */
export const MAX_IDS_PER_RANGE = 3_000;
/** One request verifies a range; the ends of a longer one are loaded again when the reader comes to them. */
const MAX_VERIFIED = 1_000;

export type Anchor = 'newest' | 'first_unread' | number;

/** Immutable: a change makes a new one. */
export interface ViewSnapshot {
  /** Of the loaded range around the anchor; ascending. */
  readonly ids: readonly number[];
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  /** The message at which the view opened; null: at its end. */
  readonly anchor: number | null;
  /** `loading` and `empty` have no messages; `failed` may have some. */
  readonly state: 'empty' | 'loading' | 'ready' | 'failed';
  /** Of the last request; an `UnexpectedResponse` if the server refused it. */
  readonly error?: Error | undefined;
}

/** The store, as a view needs it. */
export interface MessageSource {
  get(id: number): Message | undefined;
  /** Fetches a page and holds its messages. `take` runs with the page before later events are applied again. */
  fetch(view: MessageView, request: PageRequest, take: (page: Page) => void): Promise<void>;
  /** Whether unread messages older than the id may be in the view. */
  mayHaveUnreadBefore(view: MessageView, id: number): boolean;
  /** After a failed request that may succeed later. */
  retryLater(error: unknown): void;
}

const EMPTY: ViewSnapshot = { ids: [], foundOldest: false, foundNewest: false, anchor: null, state: 'empty' };

/** The messages of one narrow: loaded ranges, and the one of them that is shown. */
export class MessageView {
  /** The message in sight. Its surroundings stay when a range becomes too long. */
  reading: number | null = null;
  private readonly ranges = new IdRanges();
  private readonly listeners = new Set<() => void>();
  private current: ViewSnapshot = EMPTY;
  /** An id, known or not, in the range that is shown; undefined before the first response. */
  private focus: number | undefined;
  private wanted: Anchor = 'newest';
  private anchor: number | null = null;
  private error: Error | undefined;
  private openings = 0;
  private isOpening = false;
  private isStale = false;
  /** Its range is of an earlier run, and not verified yet. */
  private isRestored = false;
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    private readonly source: MessageSource,
    readonly terms: ViewNarrow,
  ) {}

  get narrow(): WireNarrow {
    return this.terms.wire;
  }

  get isWatched(): boolean {
    return this.listeners.size > 0;
  }

  readonly snapshot = (): ViewSnapshot => this.current;

  /** A view that is watched verifies itself when it may be out of date. Returns the end of it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    this.verifyIfWatched();
    return () => this.listeners.delete(listener);
  };

  /** Shows the range around the anchor, and loads it if needed. Never rejects: the snapshot has the error. */
  async open(anchor: Anchor): Promise<void> {
    const opening = ++this.openings;
    this.wanted = anchor;
    const known = this.knownPlace(anchor);
    this.error = undefined;
    if (known !== undefined) {
      this.isOpening = false;
      this.show(known);
      return this.verifyIfWatched();
    }
    this.isOpening = true;
    this.focus = undefined;
    this.refresh();
    const around = { num_before: AROUND_ANCHOR, num_after: AROUND_ANCHOR };
    const request = { anchor, ...(anchor === 'newest' ? { num_before: PAGE_SIZE, num_after: 0 } : around) };
    await this.load(request, (page) => {
      if (opening !== this.openings) return;
      this.isOpening = false;
      const isAtEnd = anchor === 'newest' || (page.found_newest && page.anchor > (page.messages.at(-1)?.id ?? 0));
      this.show(isAtEnd ? null : page.anchor);
    });
    if (opening === this.openings) this.isOpening = false;
    this.refresh();
  }

  loadOlder(): Promise<void> {
    const range = this.range();
    if (range === undefined || range.from === 0) return Promise.resolve();
    return this.once('older', () => this.load({ anchor: range.from, num_before: PAGE_SIZE, num_after: 0 }));
  }

  loadNewer(): Promise<void> {
    const range = this.range();
    if (range === undefined || range.to === Number.POSITIVE_INFINITY) return Promise.resolve();
    return this.once('newer', () => this.load({ anchor: range.to, num_before: 0, num_after: PAGE_SIZE }));
  }

  /** Loads again after a failure, and verifies ranges that may be out of date. */
  retry(): void {
    const hasFailedToOpen = this.openings > 0 && !this.isOpening && this.focus === undefined;
    if (hasFailedToOpen) void this.open(this.wanted);
    this.error = undefined;
    this.refresh();
    this.verifyIfWatched();
  }

  has(id: number): boolean {
    return this.ranges.has(id);
  }

  /** Whether a loaded range contains the place of the id. */
  covers(id: number): boolean {
    return this.ranges.at(id) !== undefined;
  }

  loaded(): readonly IdRange[] {
    return this.ranges.all();
  }

  ids(): number[] {
    return this.ranges.all().flatMap(({ ids }) => ids);
  }

  insert(id: number): void {
    if (!this.ranges.insert(id)) return;
    this.trim();
    this.refresh();
  }

  remove(id: number): void {
    if (this.ranges.remove(id)) this.refresh();
  }

  /** The loaded ranges may differ from the server: it stays, and is verified when the view is watched. */
  expire(): void {
    if (this.ranges.all().length === 0) return;
    this.isStale = true;
    this.verifyIfWatched();
  }

  /** Shows ranges of an earlier run until they are verified. */
  restore(range: IdRange, anchor: number | null): void {
    if (this.ranges.all().length > 0) return;
    this.ranges.add(range);
    this.isStale = true;
    this.isRestored = true;
    this.show(anchor);
    this.verifyIfWatched();
  }

  /** The range that is shown. */
  range(): IdRange | undefined {
    return this.focus === undefined ? undefined : this.ranges.at(this.focus);
  }

  /** The place of the anchor in a loaded range; undefined if it needs a request. */
  private knownPlace(anchor: Anchor): number | null | undefined {
    if (typeof anchor === 'number') return this.covers(anchor) ? anchor : undefined;
    // The reader sees messages at once; the server may be late, or away.
    if (this.isRestored && anchor === 'first_unread') return this.anchor;
    const range = this.ranges.at(Number.POSITIVE_INFINITY);
    if (range === undefined || anchor === 'newest') return range && null;
    // A stale range is shown at once, and verified behind the view.
    const isUnverified = this.isStale || this.running.has('verify');
    const isSure = isUnverified || range.from === 0 || !this.source.mayHaveUnreadBefore(this, range.from);
    if (!isSure) return undefined;
    return range.ids.find((id) => !this.source.get(id)?.flags.includes('read')) ?? null;
  }

  private show(anchor: number | null): void {
    this.anchor = anchor;
    this.focus = anchor ?? Number.POSITIVE_INFINITY;
    this.trim();
    this.refresh();
  }

  private once(name: string, load: () => Promise<void>): Promise<void> {
    const running = this.running.get(name) ?? load().finally(() => this.running.delete(name));
    this.running.set(name, running);
    return running;
  }

  private async load(request: PageRequest, shown: (page: Page) => void = () => undefined): Promise<void> {
    try {
      await this.fetch(request, shown);
    } catch (error) {
      this.error = error as Error;
      if (isTransient(error)) this.source.retryLater(error);
    }
    this.refresh();
  }

  private fetch(request: PageRequest, shown: (page: Page) => void): Promise<void> {
    return this.source.fetch(this, request, (page) => {
      this.ranges.add(rangeOf(page, request));
      shown(page);
      // The page may be of an earlier opening, and the present one may have failed.
      if (this.focus !== undefined) this.error = undefined;
      this.trim();
      this.refresh();
    });
  }

  private verifyIfWatched(): void {
    if (this.isStale && this.isWatched) void this.once('verify', () => this.verify());
  }

  private async verify(): Promise<void> {
    const range = this.range();
    this.isStale = false;
    if (range === undefined) return this.ranges.replaceAll([]);
    const isAtEnd = range.to === Number.POSITIVE_INFINITY;
    const reading = this.reading ?? this.anchor ?? (isAtEnd ? range.ids.at(-1) : range.ids[0]) ?? range.from;
    const before = indexOf(range.ids, reading);
    const request = {
      anchor: reading,
      num_before: Math.min(before + PAGE_SIZE, MAX_VERIFIED),
      num_after: Math.min(range.ids.length - before + PAGE_SIZE, MAX_VERIFIED),
    };
    try {
      await this.fetch(request, (page) => {
        this.isRestored = false;
        this.ranges.replaceAll([rangeOf(page, request)]);
        if (this.range() === undefined) this.focus = reading;
      });
    } catch (error) {
      // The ranges stay on the screen; the state of the connection says that they may be old.
      this.isStale = true;
      return this.source.retryLater(error);
    }
    // It may have become stale again meanwhile.
    if (this.isStale) await this.verify();
  }

  private trim(): void {
    const reading = this.reading ?? this.focus ?? Number.POSITIVE_INFINITY;
    this.ranges.trim(reading, MAX_IDS_PER_RANGE);
    // The end of the history may be gone from the range.
    if (this.focus !== undefined && this.range() === undefined) this.focus = reading;
  }

  private refresh(): void {
    const range = this.range();
    const next: ViewSnapshot = {
      ids: range?.ids ?? EMPTY.ids,
      foundOldest: range?.from === 0,
      foundNewest: range?.to === Number.POSITIVE_INFINITY,
      anchor: this.anchor,
      state: this.stateOf(range),
      error: this.error,
    };
    const names = Object.keys(next) as (keyof ViewSnapshot)[];
    if (names.every((name) => next[name] === this.current[name])) return;
    this.current = next;
    for (const listener of this.listeners) listener();
  }

  private stateOf(range: IdRange | undefined): ViewSnapshot['state'] {
    if (this.error !== undefined) return 'failed';
    if (range !== undefined) return 'ready';
    return this.isOpening ? 'loading' : 'empty';
  }
}
