import { serviceUnavailable } from '@chat/contracts';
import { ConcurrencyLimit } from './concurrency-limit.js';
import { countShedRequest, type SheddingReason } from './shed-requests.js';

/** A registration waits for its turn, on purpose and for longer than other calls: this long is still in time. */
const REGISTRATION_TARGET_MS = 8_000;

export interface CallLimits {
  /** Calls being worked on. */
  readonly maxInFlight: number;
  /** How long a call may take while there is too much to do. */
  readonly overloadLatencyMs: number;
  /** Calls that only wait: open long polls. */
  readonly maxWaiting: number;
  /** Calls that work on files. */
  readonly maxUploads: number;
}

/** How a call is counted. A `poll` waits; a `registration` has a queue of its own in the service that serves it. */
export type CallKind = 'ordinary' | 'first' | 'poll' | 'registration' | 'upload';

/**
 * Slots of calls in flight: overload is shed at once instead of delaying every call, and a stop waits for the calls that remain.
 * How many there are for ordinary calls and for registrations, and who gets them, is in {@link ConcurrencyLimit}. Polls only have
 * a number that they may not exceed; what ends a queue (`first`) costs little and makes room, and is not refused for overload.
 */
export class CallSlots {
  private readonly ordinary: ConcurrencyLimit;
  private readonly registrations: ConcurrencyLimit;
  private waiting = 0;
  private receiving = 0;
  private uploads = 0;
  private readonly idleListeners: (() => void)[] = [];

  /** `nowMs` by a clock that only goes forward. */
  constructor(
    private readonly limits: CallLimits,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    const { maxInFlight: max, overloadLatencyMs: targetMs } = limits;
    this.ordinary = new ConcurrencyLimit({ max, targetMs }, nowMs);
    this.registrations = new ConcurrencyLimit({ max, targetMs: REGISTRATION_TARGET_MS }, nowMs);
  }

  /** Calls being worked on. */
  get count(): number {
    return this.ordinary.count + this.registrations.count;
  }

  get waitingCount(): number {
    return this.waiting;
  }

  /** How many ordinary calls may be worked on now. */
  get limit(): number {
    return this.ordinary.limit;
  }

  get hasFreeSlots(): boolean {
    return this.ordinary.hasFreeSlots;
  }

  /** Why an ordinary call of this caller would be refused now. */
  noSlotFor(caller: string): SheddingReason | undefined {
    return this.ordinary.noSlotFor(caller);
  }

  /** Takes a slot, or throws a 503 if none is free. The caller releases it with `leave()`. */
  enter(kind: CallKind, caller: string): Slot {
    if (kind === 'poll') return this.enterAsPoll();
    const work = kind === 'registration' ? this.registrations : this.ordinary;
    const begin = (): void => {
      if (kind !== 'first') refuseWithout(work.noSlotFor(caller));
      if (kind === 'upload') {
        if (this.uploads >= this.limits.maxUploads) refuseWithout('uploads');
        this.uploads++;
      }
      work.begin(caller);
    };
    const end = (tookMs?: number): void => {
      if (kind === 'upload') this.uploads--;
      work.end(caller, tookMs);
    };
    let state: 'working' | 'receiving' | 'left' = 'working';
    let beganAtMs = this.nowMs();
    begin();
    return {
      beginReceiving: () => {
        if (state !== 'working') return;
        state = 'receiving';
        this.receiving++;
        end();
      },
      endReceiving: () => {
        if (state !== 'receiving') return;
        begin();
        state = 'working';
        this.receiving--;
        beganAtMs = this.nowMs();
      },
      beginWaiting: () => {
        throw new Error('Only polls may wait.');
      },
      leave: () => {
        if (state === 'left') return;
        if (state === 'receiving') this.receiving--;
        else end(this.nowMs() - beganAtMs);
        state = 'left';
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

  /** Looking into a queue is batched and bounded by itself, so a poll is among the waiting from the beginning. */
  private enterAsPoll(): Slot {
    if (this.waiting >= this.limits.maxWaiting) refuseWithout('polls');
    this.waiting++;
    return new PollSlot(this.onPollLeft);
  }

  private readonly onPollLeft = (): void => {
    this.waiting--;
    this.tellIfIdle();
  };

  private isIdle(): boolean {
    return this.count === 0 && this.waiting === 0 && this.receiving === 0;
  }

  private tellIfIdle(): void {
    if (this.isIdle()) for (const listener of this.idleListeners.splice(0)) listener();
  }
}

/** Whose a refusal names as what is short. */
const SHORT_OF: Partial<Record<SheddingReason, string>> = { uploads: 'upload', polls: 'events' };

/** Throws the 503, if there is a reason. */
function refuseWithout(reason: SheddingReason | undefined): void {
  if (reason === undefined) return;
  countShedRequest(reason);
  throw serviceUnavailable(SHORT_OF[reason] ?? 'gateway');
}

/** As small as can be, since tens of thousands wait. */
class PollSlot implements Slot {
  private hasLeft = false;

  constructor(private readonly onLeft: () => void) {}

  beginReceiving(): void {}
  endReceiving(): void {}
  beginWaiting(): void {}

  leave(): void {
    if (this.hasLeft) return;
    this.hasLeft = true;
    this.onLeft();
  }
}

/** The slot of one call. */
export interface Slot {
  /** Frees the slot until the body of the request has arrived. */
  beginReceiving(): void;
  /** Takes a slot again, or throws a 503 if none is free. Does nothing unless `beginReceiving` was called. */
  endReceiving(): void;
  /** For polls, which count among the waiting calls. */
  beginWaiting(): void;
  leave(): void;
}
