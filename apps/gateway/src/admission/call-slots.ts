import { ConcurrencyLimit, type NoSlot } from './concurrency-limit.js';
import { type SheddingReason, sheddingError } from './shedding-reasons.js';

/** The line of registrations has a limit of its own, which follows from their rate. */
const REGISTRATION_TARGET_MS = Number.POSITIVE_INFINITY;

export interface CallLimits {
  readonly maxInFlight: number;
  /** Time that a call may take under overload. */
  readonly overloadLatencyMs: number;
  /** Open long polls. */
  readonly maxWaiting: number;
  /** Streams of files from clients. */
  readonly maxUploads: number;
  /** Streams of files to clients. */
  readonly maxDownloads: number;
}

/** A `first` call is never shed. A `registration` has a limit of its own, as calls that stream a file have. */
export type CallKind = 'ordinary' | 'first' | 'poll' | 'registration' | TransferKind;
type TransferKind = 'upload' | 'download';

export interface Slot {
  /** Frees the slot while bytes are on their way from or to the client, which alone decides how long it takes. */
  beginTransfer(): void;
  /** Takes a slot again, or throws a 503 if none is free. Does nothing unless `beginTransfer` was called. */
  endTransfer(): void;
  /** Safe to repeat. */
  leave(): void;
}

/**
 * Slots of calls in flight: overload is shed at once instead of delaying every call, and a stop waits for the calls that remain.
 * {@link ConcurrencyLimit} limits ordinary calls and registrations, in total and per caller. Polls only have a
 * maximum. A `first` call costs little and frees resources, so it gets a slot even under overload. A call that streams a file has a
 * stream from its start to its end in addition to the slot.
 */
export class CallSlots {
  private readonly ordinary: ConcurrencyLimit;
  private readonly registrations: ConcurrencyLimit;
  private polls = 0;
  private transferring = 0;
  /** Calls in flight that stream no file. */
  private others = 0;
  private otherEndedAtMs = Number.NEGATIVE_INFINITY;
  private readonly streams: Readonly<Record<TransferKind, StreamLimit>>;

  /** `nowMs`: a monotonic clock. */
  constructor(
    private readonly limits: CallLimits,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    const { maxInFlight: max, overloadLatencyMs: targetMs, maxUploads, maxDownloads } = limits;
    this.streams = {
      upload: { open: 0, max: maxUploads, reason: 'uploads' },
      download: { open: 0, max: maxDownloads, reason: 'downloads' },
    };
    this.ordinary = new ConcurrencyLimit({ max, targetMs }, nowMs);
    this.registrations = new ConcurrencyLimit({ max, targetMs: REGISTRATION_TARGET_MS }, nowMs);
  }

  /** Calls in flight, without polls. */
  get count(): number {
    return this.ordinary.count + this.registrations.count;
  }

  /** Whether a call that streams no file was in flight in the last `ms`. Polls do not count. */
  hadOthersWithin(ms: number): boolean {
    return this.others > 0 || this.nowMs() - this.otherEndedAtMs < ms;
  }

  get waitingCount(): number {
    return this.polls;
  }

  /** Whether no call is in flight, waits as a poll or transfers bytes. */
  get isIdle(): boolean {
    return this.count === 0 && this.polls === 0 && this.transferring === 0;
  }

  /** Current limit of ordinary calls. */
  get limit(): number {
    return this.ordinary.limit;
  }

  get hasFreeSlots(): boolean {
    return this.ordinary.hasFreeSlots;
  }

  /** Reason to shed an ordinary call of this caller; undefined if it would get a slot. */
  noSlotFor(caller: string): NoSlot | undefined {
    return this.ordinary.noSlotFor(caller);
  }

  /** Takes a slot, or throws a 503 if none is free. The caller releases it with `leave()`. */
  enter(kind: CallKind, caller: string): Slot {
    if (kind === 'poll') return this.enterAsPoll();
    const limit = kind === 'registration' ? this.registrations : this.ordinary;
    const stream = kind in this.streams ? this.streams[kind as TransferKind] : undefined;
    const begin = (): void => {
      const noSlot = kind === 'first' ? undefined : limit.noSlotFor(caller);
      if (noSlot !== undefined) throw sheddingError(noSlot);
      limit.begin(caller);
      if (stream === undefined) this.others++;
    };
    const end = (tookMs?: number): void => {
      limit.end(caller, tookMs);
      if (stream !== undefined) return;
      this.others--;
      this.otherEndedAtMs = this.nowMs();
    };
    let state: 'working' | 'transferring' | 'left' = 'working';
    let beganAtMs = this.nowMs();
    begin();
    if (stream !== undefined && stream.open >= stream.max) {
      end();
      throw sheddingError(stream.reason);
    }
    if (stream !== undefined) stream.open++;
    return {
      beginTransfer: () => {
        if (state !== 'working') return;
        state = 'transferring';
        this.transferring++;
        end();
      },
      endTransfer: () => {
        if (state !== 'transferring') return;
        begin();
        state = 'working';
        this.transferring--;
        beganAtMs = this.nowMs();
      },
      leave: () => {
        if (state === 'left') return;
        if (state === 'transferring') this.transferring--;
        else end(this.nowMs() - beganAtMs);
        if (stream !== undefined) stream.open--;
        state = 'left';
      },
    };
  }

  /** Reading a queue is batched and bounded on its own, so a poll counts as waiting from the start. */
  private enterAsPoll(): Slot {
    if (this.polls >= this.limits.maxWaiting) throw sheddingError('polls');
    this.polls++;
    return new PollSlot(this.onPollLeft);
  }

  private readonly onPollLeft = (): void => {
    this.polls--;
  };
}

interface StreamLimit {
  open: number;
  readonly max: number;
  readonly reason: SheddingReason;
}

/** A small object, because a gateway holds tens of thousands. */
class PollSlot implements Slot {
  private hasLeft = false;

  constructor(private readonly onLeft: () => void) {}

  beginTransfer(): void {}
  endTransfer(): void {}

  leave(): void {
    if (this.hasLeft) return;
    this.hasLeft = true;
    this.onLeft();
  }
}
