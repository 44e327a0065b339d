/** Waits at most this long for an idle moment. */
const IDLE_WITHIN_MS = 1_000;

/** Work of the background: at the next idle moment after it was wanted, and not again before `everyMs` has passed. */
export class IdleWork {
  private isPlanned = false;
  private doneAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly everyMs: number,
    private readonly work: () => void,
  ) {}

  want(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    setTimeout(() => whenIdle(() => this.do()), Math.max(0, this.doneAtMs + this.everyMs - Date.now()));
  }

  private do(): void {
    this.isPlanned = false;
    this.doneAtMs = Date.now();
    this.work();
  }
}

/** In a second at the latest. Safari has no idle callbacks: there it is at once. */
export function whenIdle(work: () => void): void {
  if (globalThis.requestIdleCallback === undefined) work();
  else requestIdleCallback(work, { timeout: IDLE_WITHIN_MS });
}
