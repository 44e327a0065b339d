import { indexOfFirstBelow } from './elements.js';

/** An element and its distances from the start of the view and from the start of the scrolled content. */
interface Anchor {
  readonly element: Element;
  readonly top: number;
  readonly offset: number;
}

/** At most this far from the end is at the end. */
const END_PX = 8;
/** Anchors beyond the first are for the case that it is removed. */
const MAX_ANCHORS = 8;

/**
 * Keeps the text that is read in its place. Between the changes of the list and the next paint, `keep` scrolls by as much as the
 * first whole block in sight was moved; at the end it scrolls to the end. The browser's own scroll anchoring is off: it
 * exists in some browsers only, and not at the start of the content.
 */
export class ScrollPosition {
  private anchors: readonly Anchor[] = [];
  private followsEnd = false;
  /** A part of a pixel that the browser cannot scroll; it is added before the content. */
  private padding = 0;

  constructor(
    private readonly scroller: HTMLElement,
    /** The element with the messages as its children. */
    private readonly content: HTMLElement,
    /** Whether the last element is the newest message. */
    private readonly reachesNewest: () => boolean,
  ) {}

  /** The view shows the newest message, and those that arrive. */
  get isAtEnd(): boolean {
    return this.followsEnd;
  }

  /** Pixels between the start of the content and the part in sight, and between that and the end. */
  get before(): number {
    return this.scroller.scrollTop;
  }

  get after(): number {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight;
  }

  /** After every scroll: the reader has chosen the text that is read. */
  remember(): void {
    this.followsEnd = this.reachesNewest() && this.after <= END_PX;
    this.findAnchors();
  }

  /** Before paint, after the content or the size of the view changed. */
  keep(): void {
    if (this.followsEnd && this.reachesNewest()) this.toEnd();
    else this.restore();
  }

  /** A part that the reader opens at the end must not push the line just pressed out of sight. */
  leaveEnd(): void {
    this.followsEnd = false;
    this.findAnchors();
  }

  toEnd(): void {
    this.pad(0);
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.remember();
  }

  /** Puts the start of an element at a part of the height of the view. */
  place(element: Element, part: number): void {
    this.scrollBy(this.topOf(element) - this.scroller.clientHeight * part);
    this.remember();
  }

  /** The first message in sight and its place, to come back to. */
  firstInSight(): { readonly element: Element; readonly top: number } | null {
    const element = this.content.children[indexOfFirstBelow(this.content, this.start)];
    return element === undefined ? null : { element, top: this.topOf(element) };
  }

  /** Puts the start of an element at a distance from the start of the view. */
  placeAt(element: Element, top: number): void {
    this.scrollBy(this.topOf(element) - top);
    this.remember();
  }

  /** Between the last `remember` and now the reader may have scrolled, or the browser, where the content became short. */
  private restore(): void {
    const anchor = this.anchors.find(({ element }) => this.content.contains(element));
    if (anchor !== undefined) {
      const top = this.topOf(anchor.element);
      const isShortened = this.after <= 0;
      this.scrollBy(isShortened ? top - anchor.top : top + this.scroller.scrollTop - anchor.offset);
    }
    this.findAnchors();
  }

  /** Exact to the fraction of a pixel, so that many small changes do not add up. */
  private scrollBy(distance: number): void {
    if (distance === 0) return;
    const wanted = this.scroller.scrollTop - this.padding + distance;
    const whole = Math.ceil(wanted);
    this.pad(whole - wanted);
    this.scroller.scrollTop = whole;
  }

  private pad(padding: number): void {
    if (padding === this.padding) return;
    this.padding = padding;
    this.content.style.paddingBlockStart = padding === 0 ? '' : `${padding}px`;
  }

  private findAnchors(): void {
    const anchors: Anchor[] = [];
    const { start } = this;
    const { scrollTop } = this.scroller;
    const add = (element: Element): void => {
      const top = element.getBoundingClientRect().top - start;
      if (top >= 0) anchors.push({ element, top, offset: top + scrollTop });
    };
    const { children } = this.content;
    for (
      let index = indexOfFirstBelow(this.content, start);
      index < children.length && anchors.length < MAX_ANCHORS;
      index++
    ) {
      const message = children[index] as Element;
      add(message);
      // In a message that began above, the first whole paragraph counts.
      if (anchors.length === 0) for (const block of message.querySelectorAll('.rendered > *')) add(block);
    }
    this.anchors = anchors;
  }

  private get start(): number {
    return this.scroller.getBoundingClientRect().top;
  }

  private topOf(element: Element): number {
    return element.getBoundingClientRect().top - this.start;
  }
}
