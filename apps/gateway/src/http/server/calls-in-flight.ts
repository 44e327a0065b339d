import { serviceUnavailable } from '@chat/contracts';
import { countRefusal, type RefusalReason } from './refusals.js';
import { WorkInFlight } from './work-in-flight.js';

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

/** What a call is, as far as its place is concerned. A `poll` waits; a `registration` has a queue of its own further on. */
export type CallKind = 'ordinary' | 'first' | 'poll' | 'registration' | 'upload';

/**
 * The places of calls, so that overload is refused at once instead of making everybody wait, and a stop can wait for the rest.
 * How many there are for ordinary calls and for registrations, and who gets them, is in {@link WorkInFlight}. Polls only have
 * a number that they may not exceed; what ends a queue (`first`) costs little and makes room, and is not refused for overload.
 */
export class CallsInFlight {
  private readonly ordinary: WorkInFlight;
  private readonly registrations: WorkInFlight;
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
    this.ordinary = new WorkInFlight({ max, targetMs }, nowMs);
    this.registrations = new WorkInFlight({ max, targetMs: REGISTRATION_TARGET_MS }, nowMs);
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

  get hasRoomForAnybody(): boolean {
    return this.ordinary.hasRoomForAnybody;
  }

  /** Why an ordinary call of this caller would be refused now. */
  noRoomFor(caller: string): RefusalReason | undefined {
    return this.ordinary.noRoomFor(caller);
  }

  /** Takes a place; throws a 503 when there is none. The place must be given back once, by `leave()`. */
  enter(kind: CallKind, caller: string): Place {
    if (kind === 'poll') return this.enterAsPoll();
    const work = kind === 'registration' ? this.registrations : this.ordinary;
    const begin = (): void => {
      if (kind !== 'first') refuseWithout(work.noRoomFor(caller));
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
  private enterAsPoll(): Place {
    if (this.waiting >= this.limits.maxWaiting) refuseWithout('polls');
    this.waiting++;
    return new PollPlace(this.onPollLeft);
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
const SHORT_OF: Partial<Record<RefusalReason, string>> = { uploads: 'upload', polls: 'events' };

/** Throws the 503, if there is a reason. */
function refuseWithout(reason: RefusalReason | undefined): void {
  if (reason === undefined) return;
  countRefusal(reason);
  throw serviceUnavailable(SHORT_OF[reason] ?? 'gateway');
}

/** As small as can be, since tens of thousands wait. */
class PollPlace implements Place {
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

/** A call's place among those in flight. */
export interface Place {
  /** The request's body is not here yet: until it is, no place is taken, for nothing is done. */
  beginReceiving(): void;
  /** Takes a place again; throws a 503 when there is none. Does nothing unless the body was missing. */
  endReceiving(): void;
  /** For polls, which have a place among the waiting. */
  beginWaiting(): void;
  leave(): void;
}
