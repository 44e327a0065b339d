/** Time between two announcements of a writer, and the silence that ends its typing. */
const REPEAT_MS = 10_000;
const STOP_MS = 5_000;

/** Tells others that the reader types, rarely, and that it stopped. */
export class TypingNotifier {
  private lastStartMs = Number.NEGATIVE_INFINITY;
  private stopTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly notify: (op: 'start' | 'stop') => void,
    private readonly nowMs: () => number = Date.now,
  ) {}

  typed(): void {
    if (this.nowMs() - this.lastStartMs >= REPEAT_MS) {
      this.lastStartMs = this.nowMs();
      this.notify('start');
    }
    clearTimeout(this.stopTimer);
    this.stopTimer = setTimeout(() => this.stop(), STOP_MS);
  }

  /** The text was sent, or its view was left. */
  stop(): void {
    clearTimeout(this.stopTimer);
    if (this.lastStartMs === Number.NEGATIVE_INFINITY) return;
    this.lastStartMs = Number.NEGATIVE_INFINITY;
    this.notify('stop');
  }
}
