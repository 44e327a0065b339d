import type { MessageView } from '@chat/chat-client';
import { CONTENT_OPENS } from '../message/content/spoilers.js';
import { elementOf, idsInSight, messageIdOf, writePositions, writeTabStop } from './elements.js';
import type { ListHandle } from './list-handle.js';
import {
  indexOfId,
  type ListWindow,
  type Slice,
  sliceOf,
  windowAround,
  withEarlier,
  withLater,
} from './list-window.js';
import type { Opening, Place } from './opening.js';
import { ScrollPosition } from './scroll-position.js';

/** Loaded messages without elements, at each end, below which more are loaded: ahead of the reader. */
const AHEAD = 60;
/** Elements are made this far before they come into sight, or the height of the view if that is less. */
const MARGIN_PX = 1_200;
/** Part of the view that stays in sight when paging. */
const PAGE_OVERLAP = 0.12;
/** The toolbar of a message reaches above it. */
const TOOLBAR_PX = 20;

/** Reports of the controller to the component. */
export interface ListEvents {
  /** Elements for other messages are wanted. */
  window(window: ListWindow): void;
  atEnd(isAtEnd: boolean): void;
  /** After each scroll and each change. */
  inSight(ids: readonly number[]): void;
}

/**
 * Moves the window of elements over the loaded messages, loads more ahead of the reader, and keeps the place. React
 * makes the elements; this class measures and scrolls.
 */
export class ListController implements ListHandle {
  private position: ScrollPosition | undefined;
  private feed: HTMLElement | undefined;
  private scroller: HTMLElement | undefined;
  private window: ListWindow | null = null;
  private pending: Opening | null = null;
  /** The message at the next place gets the focus. */
  private takesFocus = false;
  private frame = 0;
  private touched: HTMLElement | null = null;

  constructor(
    private readonly view: MessageView,
    private readonly events: ListEvents,
  ) {}

  /** The elements exist. Returns the function for their end. */
  attach(scroller: HTMLElement, feed: HTMLElement): () => void {
    this.scroller = scroller;
    this.feed = feed;
    const position = new ScrollPosition(scroller, feed, () => this.reachesNewest);
    this.position = position;
    const ending = new AbortController();
    const options = { passive: true, signal: ending.signal };
    scroller.addEventListener('scroll', () => this.scrolled(), options);
    feed.addEventListener('focusin', (event) => this.focused(event.target as Element), options);
    feed.addEventListener(CONTENT_OPENS, () => position.leaveEnd(), options);
    const sizes = new ResizeObserver(() => this.changed());
    sizes.observe(scroller);
    sizes.observe(feed);
    return () => {
      ending.abort();
      sizes.disconnect();
      cancelAnimationFrame(this.frame);
    };
  }

  /** Opens the view at a place. The next `committed` scrolls there. */
  open(opening: Opening): ListWindow {
    const { ids, foundNewest } = this.view.snapshot();
    this.pending = opening;
    this.window = windowAround(ids, opening === 'end' ? 'end' : opening.id, foundNewest);
    return this.window;
  }

  /** React has changed the elements; the browser has not painted yet. */
  committed(window: ListWindow | null): void {
    const { feed, position } = this;
    this.window = window;
    if (feed === undefined || position === undefined || window === null) return;
    if (this.pending === null) position.keep();
    else this.place(this.pending);
    this.pending = null;
    const { ids, foundOldest, foundNewest } = this.view.snapshot();
    writePositions(feed, sliceOf(ids, window).start, foundOldest && foundNewest ? ids.length : undefined);
    if (this.touched !== null && !feed.contains(this.touched)) this.leaveDeleted(this.touched, feed);
    writeTabStop(feed, this.touched ?? position.firstInSight()?.element ?? null);
    this.events.atEnd(position.isAtEnd);
    this.schedule();
  }

  get isAtEnd(): boolean {
    return this.position?.isAtEnd ?? true;
  }

  /** Null at the end, where the view opens again without it. */
  get placeToRemember(): Place | null {
    const first = this.position?.firstInSight() ?? null;
    const id = messageIdOf(first?.element);
    return this.isAtEnd || first === null || id === null ? null : { id, top: first.top };
  }

  selectedId(): number | null {
    return messageIdOf(this.selected());
  }

  focusSelected(): boolean {
    const message = this.selected();
    message?.focus({ preventScroll: true });
    return message !== null;
  }

  moveBy(count: number): void {
    let target = this.selected();
    const hasFocus = target?.contains(document.activeElement) === true;
    for (let step = 0; hasFocus && step < Math.abs(count); step++) {
      const next = count > 0 ? target?.nextElementSibling : target?.previousElementSibling;
      target = (next as HTMLElement | null) ?? target;
    }
    if (target !== null) this.focus(target);
  }

  page(direction: 1 | -1): void {
    if (this.scroller === undefined) return;
    const { top, bottom } = this.scroller.getBoundingClientRect();
    this.scroller.scrollTop += direction * (bottom - top) * (1 - PAGE_OVERLAP);
  }

  toFirst(): void {
    void this.jump(1, () => {
      const first = this.view.snapshot().ids[0];
      return first === undefined ? 'end' : { id: first, part: 0 };
    });
  }

  toLatest(): void {
    this.touched = null;
    void this.jump('newest', () => 'end');
  }

  /** The focus of a message goes along. */
  private async jump(anchor: 'newest' | number, opening: () => Opening): Promise<void> {
    const hasFocus = this.feed?.contains(document.activeElement) === true;
    await this.view.open(anchor);
    this.takesFocus = hasFocus;
    this.events.window(this.open(opening()));
  }

  private get reachesNewest(): boolean {
    return this.window?.last === 'end' && this.view.snapshot().foundNewest;
  }

  private selected(): HTMLElement | null {
    const { feed } = this;
    if (feed === undefined) return null;
    const focused = document.activeElement?.closest<HTMLElement>('article') ?? null;
    for (const candidate of [focused, this.touched]) if (this.isInSight(candidate)) return candidate;
    const first = this.isAtEnd ? null : messageIdOf(this.position?.firstInSight()?.element);
    return first === null ? (feed.lastElementChild as HTMLElement | null) : elementOf(feed, first);
  }

  /** The reader may have scrolled away from the message with the focus. */
  private isInSight(message: HTMLElement | null): message is HTMLElement {
    if (message === null || !this.feed?.contains(message)) return false;
    const view = (this.scroller as HTMLElement).getBoundingClientRect();
    const { top, bottom } = message.getBoundingClientRect();
    return top < view.bottom && bottom > view.top;
  }

  /** Scrolls no further than the message needs. */
  private focus(message: HTMLElement): void {
    message.focus({ preventScroll: true });
    const scroller = this.scroller as HTMLElement;
    const view = scroller.getBoundingClientRect();
    const { top, bottom } = message.getBoundingClientRect();
    const covered = Number.parseFloat(getComputedStyle(scroller).scrollPaddingBlockStart) || 0;
    const above = top - view.top - covered - TOOLBAR_PX;
    if (above < 0) scroller.scrollTop += above;
    else scroller.scrollTop += Math.max(0, Math.min(bottom - view.bottom, above));
  }

  /** The focus of a message that is deleted goes to the one in its place. */
  private leaveDeleted(message: HTMLElement, feed: HTMLElement): void {
    const { ids } = this.view.snapshot();
    const id = messageIdOf(message);
    if (id === null || ids.includes(id)) return;
    const next = ids[Math.min(indexOfId(ids, id), ids.length - 1)];
    this.touched = next === undefined ? null : elementOf(feed, next);
    if (document.activeElement === document.body) this.touched?.focus({ preventScroll: true });
  }

  private focused(target: Element): void {
    this.touched = target.closest('article');
    if (this.feed !== undefined) writeTabStop(this.feed, this.touched);
  }

  private place(opening: Opening): void {
    const { feed, position } = this;
    if (feed === undefined || position === undefined) return;
    const element = opening === 'end' ? null : elementOf(feed, opening.id);
    if (opening === 'end' || element === null) position.toEnd();
    else if ('top' in opening) position.placeAt(element, opening.top);
    else position.place(element, opening.part);
    if (this.takesFocus) (element ?? (feed.lastElementChild as HTMLElement | null))?.focus({ preventScroll: true });
    this.takesFocus = false;
  }

  private scrolled(): void {
    this.position?.remember();
    this.events.atEnd(this.isAtEnd);
    this.schedule();
  }

  private changed(): void {
    this.position?.keep();
    this.events.atEnd(this.isAtEnd);
    this.schedule();
  }

  private schedule(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.look());
  }

  /** Once a frame: reports the messages in sight, and asks for the next elements and messages. */
  private look(): void {
    const { feed, scroller, window } = this;
    if (feed === undefined || scroller === undefined || window === null) return;
    const { ids } = this.view.snapshot();
    const slice = sliceOf(ids, window);
    if (slice.start === slice.end && ids.length > 0) {
      // The loaded messages are others now: the view stays at the nearest one.
      const nearest = ids[Math.min(indexOfId(ids, window.first), ids.length - 1)] as number;
      this.events.window(this.open({ id: nearest, part: 0 }));
      return;
    }
    this.events.inSight(idsInSight(feed, scroller.getBoundingClientRect()));
    this.load(slice);
    this.extend(slice, window);
  }

  private load({ start, end }: Slice): void {
    const { ids, foundOldest, foundNewest, state } = this.view.snapshot();
    if (state === 'loading') return;
    if (start < AHEAD && !foundOldest) void this.view.loadOlder();
    if (ids.length - end < AHEAD && !foundNewest) void this.view.loadNewer();
  }

  private extend({ start, end }: Slice, window: ListWindow): void {
    const { ids, foundNewest } = this.view.snapshot();
    const { scroller, position } = this;
    if (scroller === undefined || position === undefined) return;
    const margin = Math.min(scroller.clientHeight, MARGIN_PX);
    const canFollow = foundNewest && window.last !== 'end';
    if (position.before < margin && start > 0) this.events.window(withEarlier(ids, window, foundNewest));
    else if (position.after < margin && (end < ids.length || canFollow)) {
      this.events.window(withLater(ids, window, foundNewest));
    }
  }
}
