import { serviceUnavailable } from '@chat/contracts';

export interface CallLimits {
  /** Calls being worked on. */
  readonly maxInFlight: number;
  /** Calls that only wait: open long polls. */
  readonly maxWaiting: number;
  /** Calls that hold files in memory. */
  readonly maxUploads: number;
}

/**
 * Counts the calls being worked on, so that overload is refused at once instead of making everybody wait, and a stop can
 * wait for the rest.
 */
export class CallsInFlight {
  private inFlight = 0;
  private waiting = 0;
  private receiving = 0;
  private uploads = 0;
  private readonly idleListeners: (() => void)[] = [];

  constructor(private readonly limits: CallLimits) {}

  get count(): number {
    return this.inFlight;
  }

  get waitingCount(): number {
    return this.waiting;
  }

  /** Takes a place; throws a 503 when there is none. The place must be given back once, by `leave()`. */
  enter(isUpload: boolean): Place {
    if (this.inFlight >= this.limits.maxInFlight) throw serviceUnavailable('gateway');
    if (isUpload && this.uploads >= this.limits.maxUploads) throw serviceUnavailable('upload');
    this.inFlight++;
    if (isUpload) this.uploads++;
    let isWaiting = false;
    let isReceiving = false;
    let hasLeft = false;
    return {
      beginReceiving: () => {
        if (isReceiving || isWaiting || hasLeft) return;
        isReceiving = true;
        this.receiving++;
        this.inFlight--;
      },
      endReceiving: () => {
        if (!isReceiving || hasLeft) return;
        if (this.inFlight >= this.limits.maxInFlight) throw serviceUnavailable('gateway');
        isReceiving = false;
        this.receiving--;
        this.inFlight++;
      },
      beginWaiting: () => {
        if (isWaiting || isReceiving || hasLeft) return;
        if (this.waiting >= this.limits.maxWaiting) throw serviceUnavailable('events');
        isWaiting = true;
        this.waiting++;
        this.inFlight--;
      },
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        if (isUpload) this.uploads--;
        if (isWaiting) this.waiting--;
        else if (isReceiving) this.receiving--;
        else this.inFlight--;
        this.tellIfIdle();
      },
    };
  }

  /** Resolves when nothing is being worked on and nobody waits, or after `timeoutMs`; true if it is so. */
  async idle(timeoutMs: number): Promise<boolean> {
    if (this.isIdle()) return true;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.idleListeners.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    return this.isIdle();
  }

  private isIdle(): boolean {
    return this.inFlight === 0 && this.waiting === 0 && this.receiving === 0;
  }

  private tellIfIdle(): void {
    if (this.isIdle()) for (const listener of this.idleListeners.splice(0)) listener();
  }
}

/** A call's place among those in flight. */
export interface Place {
  /** The request's body is not here yet: until it is, no place is taken, for nothing is done. */
  beginReceiving(): void;
  /** Takes a place again; throws a 503 when there is none. Does nothing unless the body was missing. */
  endReceiving(): void;
  /** Gives the place up for one among the waiting; throws a 503 when too many wait. */
  beginWaiting(): void;
  leave(): void;
}
