/** Reason of a 503: no slot is free, or the caller already holds its share of the slots. */
export type NoSlot = 'full' | 'share';

export interface ConcurrencyBounds {
  /** Never more than this, however quick it is. */
  readonly max: number;
  /** How long it may take while there is too much of it. */
  readonly targetMs: number;
}

/** So many are worked on at once however long they take: few that are slow are no overload. */
export const NEVER_TOO_MANY = 64;
/** Work is measured in slices of this length; the rate at which it is finished is that of the last second. */
const SLICE_MS = 100;
const SLICES = 10;
/**
 * A rate that falls is believed slowly, by half in three seconds: where a moment of less work meant less room, there would be less
 * work still, though nothing is short.
 */
const KEPT_PER_SLICE = 0.98;
/** In so many slices on end most of the work took too long: a queue that stays, and no burst. */
const STANDING_SLICES = 5;
/** When nobody had to be refused for so long, it is over. */
const CALM_AFTER_MS = 1_000;
/** Below this share of the limit nobody is asked how much they have. */
const ROOM_FOR_EVERYBODY = 0.5;

/**
 * Work of one kind that is going on, for whom, and how much of it may go on.
 *
 * How many are too many depends on the machine and on what is asked for, so it is measured. As long as work is quick, or was slow
 * only for a moment, up to `max` go on. When most of it takes longer than `targetMs` and goes on doing so, more comes than can be
 * done: then no more is let in than is finished within `targetMs`, which is how long everybody who is let in waits from then on
 * (Little's law). Whoever comes beyond that is refused at once; when nobody was for a second, it is over.
 *
 * From half of the limit on the rest is shared out evenly among those who have something going on: whoever has more than their
 * share is refused first, so that one greedy caller does not take the slots of many modest ones.
 */
export class ConcurrencyLimit {
  private underway = 0;
  private readonly byCaller = new Map<string, number>();
  private readonly finished = new Uint32Array(SLICES);
  private perSecond = 0;
  private sliceNumber = 0;
  private finishedInSlice = 0;
  private slowInSlice = 0;
  private slowSlices = 0;
  private isOverloaded = false;
  private refusedAtMs = 0;

  /** `nowMs` by a clock that only goes forward. */
  constructor(
    private readonly bounds: ConcurrencyBounds,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  get count(): number {
    return this.underway;
  }

  /** How many may go on now. */
  get limit(): number {
    if (!this.isOverloaded) return this.bounds.max;
    const inTime = Math.floor((this.perSecond * this.bounds.targetMs) / 1_000);
    return Math.max(Math.min(NEVER_TOO_MANY, this.bounds.max), Math.min(inTime, this.bounds.max));
  }

  /** So little goes on that nobody need be asked who they are. */
  get hasFreeSlots(): boolean {
    return this.underway < Math.min(NEVER_TOO_MANY, this.bounds.max) * ROOM_FOR_EVERYBODY;
  }

  /** Undefined when one more of this caller may begin. */
  noSlotFor(caller: string): NoSlot | undefined {
    if (this.hasFreeSlots) return undefined;
    const nowMs = this.nowMs();
    this.beginSlices(nowMs);
    const { limit } = this;
    const noRoom = this.underway >= limit ? 'full' : this.hasShare(caller, limit) ? undefined : 'share';
    if (noRoom !== undefined) this.refusedAtMs = nowMs;
    return noRoom;
  }

  begin(caller: string): void {
    this.underway++;
    this.byCaller.set(caller, (this.byCaller.get(caller) ?? 0) + 1);
  }

  /** Without `tookMs` it only stops being counted: it says nothing about how long work takes. */
  end(caller: string, tookMs?: number): void {
    this.underway--;
    const left = (this.byCaller.get(caller) ?? 1) - 1;
    if (left === 0) this.byCaller.delete(caller);
    else this.byCaller.set(caller, left);
    if (tookMs === undefined) return;
    this.beginSlices(this.nowMs());
    this.finishedInSlice++;
    if (tookMs > this.bounds.targetMs) this.slowInSlice++;
  }

  private hasShare(caller: string, limit: number): boolean {
    if (this.underway < limit * ROOM_FOR_EVERYBODY) return true;
    const own = this.byCaller.get(caller) ?? 0;
    return own === 0 || own * this.byCaller.size < limit;
  }

  /** Closes the slices that have passed. */
  private beginSlices(nowMs: number): void {
    const now = Math.floor(nowMs / SLICE_MS);
    if (now === this.sliceNumber) return;
    const passed = now - this.sliceNumber;
    this.closeSlice();
    // Slices in which nothing was finished say nothing about how long it takes.
    for (let n = 1; n < Math.min(passed, SLICES + 1); n++) this.finished[(this.sliceNumber + n) % SLICES] = 0;
    this.sliceNumber = now;
    const lately = this.finished.reduce((sum, count) => sum + count, 0) / ((SLICES * SLICE_MS) / 1_000);
    this.perSecond = Math.max(lately, this.perSecond * KEPT_PER_SLICE ** passed);
    if (this.slowSlices >= STANDING_SLICES && !this.isOverloaded) {
      this.isOverloaded = true;
      this.refusedAtMs = nowMs;
    }
    if (this.isOverloaded && nowMs - this.refusedAtMs > CALM_AFTER_MS) {
      this.isOverloaded = false;
      this.slowSlices = 0;
    }
  }

  private closeSlice(): void {
    this.finished[this.sliceNumber % SLICES] = this.finishedInSlice;
    if (this.finishedInSlice > 0) {
      this.slowSlices = this.slowInSlice * 2 > this.finishedInSlice ? this.slowSlices + 1 : 0;
    }
    this.finishedInSlice = 0;
    this.slowInSlice = 0;
  }
}
