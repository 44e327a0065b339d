const NAME = 'chat-notifications';

/** A lock that this tab got. */
interface Held {
  readonly release: () => void;
}

/**
 * The one tab of the browser that notifies: the tab that had the focus last, because only this tab knows the reader's screen.
 * Another one takes over when it is closed or killed.
 */
export class NotifyingTab {
  private waiting = new AbortController();
  private held: Held | undefined;
  private isEnded = false;

  /** Without Web Locks (a page over plain HTTP) every tab notifies. `onChosen`: from now on it is this tab. */
  constructor(
    private readonly locks: Pick<LockManager, 'request' | 'query'> | undefined,
    private readonly onChosen: () => void = () => undefined,
  ) {}

  get isChosen(): boolean {
    return this.locks === undefined || this.held !== undefined;
  }

  /** As {@link isChosen}, of this moment: a tab that was blocked hears of a theft later than of the messages that came meanwhile. */
  async isStillChosen(): Promise<boolean> {
    // Any news of the lock comes before this response.
    if (this.isChosen) await this.locks?.query();
    return this.isChosen;
  }

  /** Returns the end of it. */
  start(): () => void {
    this.wait();
    return () => {
      this.isEnded = true;
      this.waiting.abort();
      this.held?.release();
      this.held = undefined;
    };
  }

  /** The reader came to this window. */
  focused(): void {
    if (this.held !== undefined || this.isEnded) return;
    this.waiting.abort();
    void this.hold({ steal: true });
  }

  private wait(): void {
    this.waiting.abort();
    this.waiting = new AbortController();
    void this.hold({ signal: this.waiting.signal });
  }

  private async hold(options: LockOptions): Promise<void> {
    let granted: Held | undefined;
    try {
      await this.locks?.request(NAME, options, () => {
        if (this.isEnded) return;
        return new Promise<void>((release) => {
          granted = { release };
          this.held = granted;
          this.onChosen();
        });
      });
    } catch (error) {
      // A browser that refuses locks to this page refuses the next request, too.
      const isStolen = error instanceof Error && error.name === 'AbortError' && options.signal?.aborted !== true;
      if (isStolen && !this.isEnded) this.stolen(granted);
    }
  }

  /** This tab itself steals its lock if it gets the focus twice. It may hear of the theft after it got the new lock. */
  private stolen(granted: Held | undefined): void {
    if (this.held !== granted) return;
    this.held = undefined;
    this.wait();
  }
}
