/**
 * Decides which messages the reader has seen: those in sight of a focused window in which the reader did anything since
 * they came into sight. Opening a view is such an act; later arrivals need another, so an unattended window marks nothing.
 */
export class Attention {
  private readonly waiting = new Set<number>();
  private isStopped = false;
  private isOpening = true;

  /** `onRead` receives unread messages that the reader has seen, each once. */
  constructor(
    private readonly onRead: (ids: readonly number[]) => void,
    private isFocused: boolean,
  ) {}

  /** The unread messages now in sight, after a scroll, an arrival or a change. */
  inSight(ids: readonly number[]): void {
    if (this.isStopped) return;
    const isOpening = this.isOpening && ids.length > 0;
    this.waiting.clear();
    for (const id of ids) this.waiting.add(id);
    if (isOpening) {
      this.isOpening = false;
      this.act();
    }
  }

  /** The reader moves, scrolls or types. */
  act(): void {
    if (!this.isFocused || this.waiting.size === 0) return;
    const ids = [...this.waiting];
    this.waiting.clear();
    this.onRead(ids);
  }

  focus(isFocused: boolean): void {
    this.isFocused = isFocused;
    this.act();
  }

  /** The reader marked messages as unread: this visit of the view marks no more. */
  stop(): void {
    this.isStopped = true;
    this.waiting.clear();
  }
}
