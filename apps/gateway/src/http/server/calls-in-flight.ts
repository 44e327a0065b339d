import { serviceUnavailable } from '@chat/contracts';
import { StandingWait } from '@chat/transport';

/** Calls that take longer, all of them, for two seconds: then there are too many, and new ones are refused. */
const MAX_STANDING_CALL_MS = 2_000;
const STANDING_AFTER_MS = 2_000;
/** So many are worked on at once however long they take: few that are slow are no overload. */
const NEVER_TOO_MANY = 64;

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
 * wait for the rest. How many are too many depends on the machine and on what they ask for: it shows in that all of them take long.
 */
export class CallsInFlight {
  private inFlight = 0;
  private waiting = 0;
  private receiving = 0;
  private uploads = 0;
  private readonly standing = new StandingWait(MAX_STANDING_CALL_MS, STANDING_AFTER_MS);
  private isTooSlow = false;
  private readonly idleListeners: (() => void)[] = [];

  /** `nowMs` by a clock that only goes forward. */
  constructor(
    private readonly limits: CallLimits,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  get count(): number {
    return this.inFlight;
  }

  get waitingCount(): number {
    return this.waiting;
  }

  /** Takes a place; throws a 503 when there is none. The place must be given back once, by `leave()`. */
  enter(isUpload: boolean): Place {
    if (this.inFlight >= (this.isTooSlow ? Math.min(NEVER_TOO_MANY, this.limits.maxInFlight) : this.limits.maxInFlight))
      throw serviceUnavailable('gateway');
    if (isUpload && this.uploads >= this.limits.maxUploads) throw serviceUnavailable('upload');
    this.inFlight++;
    if (isUpload) this.uploads++;
    let isWaiting = false;
    let isReceiving = false;
    let hasLeft = false;
    let beganAtMs = this.nowMs();
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
        beganAtMs = this.nowMs();
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
        else {
          this.inFlight--;
          const nowMs = this.nowMs();
          this.isTooSlow = this.standing.isTooLong(nowMs - beganAtMs, nowMs);
        }
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
