const NAME = 'chat-notifications';

/**
 * The one tab of the browser that notifies: the tab that had the focus last, because only this tab knows the reader's screen.
 * Another one takes over when it is closed or killed.
 */
export class NotifyingTab {
  private waiting = new AbortController();
  private release: () => void = () => undefined;
  private isEnded = false;
  private holdsLock = false;

  /** Without Web Locks (a page over plain HTTP) every tab notifies. `onChosen`: from now on it is this tab. */
  constructor(
    private readonly locks: Pick<LockManager, 'request'> | undefined,
    private readonly onChosen: () => void = () => undefined,
  ) {}

  get isChosen(): boolean {
    return this.locks === undefined || this.holdsLock;
  }

  /** Returns the end of it. */
  start(): () => void {
    this.wait();
    return () => {
      this.isEnded = true;
      this.holdsLock = false;
      this.waiting.abort();
      this.release();
    };
  }

  /** The reader came to this window. */
  focused(): void {
    if (this.holdsLock || this.isEnded) return;
    this.waiting.abort();
    void this.hold({ steal: true });
  }

  private wait(): void {
    this.waiting = new AbortController();
    void this.hold({ signal: this.waiting.signal });
  }

  private async hold(options: LockOptions): Promise<void> {
    try {
      await this.locks?.request(NAME, options, () => {
        if (this.isEnded) return;
        this.holdsLock = true;
        this.onChosen();
        return new Promise<void>((resolve) => {
          this.release = resolve;
        });
      });
    } catch {
      // The reader is in another tab now, or this tab asked again because it has the focus.
      if (options.signal?.aborted === true || this.isEnded) return;
      this.holdsLock = false;
      this.wait();
    }
  }
}
