/** Reason to refuse: no slot is free, or the caller already holds its share of the slots. */
export type NoSlot = 'full' | 'share';

export interface ConcurrencyBounds {
  readonly max: number;
  /** Time that work may take under overload. */
  readonly targetMs: number;
}

/** Lowest limit: a few slow calls are no overload. */
export const MIN_LIMIT = 64;
/** Work is measured in slices of this length. Its rate is that of the last second. */
const SLICE_MS = 100;
const SLICES = 10;
/** The rate falls by half in three seconds at most. Else a moment with less work would lower the limit, and so the work. */
const KEPT_PER_SLICE = 0.98;
/** Overload begins after so many successive slices in which most of the work took too long. A burst is shorter. */
const STANDING_SLICES = 5;
/** Overload ends after this time without a refusal. */
const CALM_AFTER_MS = 1_000;
/** Below this share of the limit, callers have no shares. */
const UNSHARED = 0.5;

/**
 * Counts work of one kind in progress, by caller, and limits it.
 *
 * The limit depends on the machine and on the requests, so it is measured. While work is quick, or slow only for a moment, the limit
 * is `max`. When most work takes longer than `targetMs` for half a second, more arrives than can be done. Then the limit is the
 * work that is finished within `targetMs`, and by Little's law accepted work takes that long. Overload ends after a second without
 * a refusal.
 *
 * From half of the limit on, callers with more than an even share are refused first, so that one greedy caller does not take the
 * slots of many modest ones.
 */
export class ConcurrencyLimit {
  private inProgress = 0;
  private readonly byCaller = new Map<string, number>();
  private readonly finished = new Uint32Array(SLICES);
  private perSecond = 0;
  private sliceNumber = 0;
  private finishedInSlice = 0;
  private slowInSlice = 0;
  private slowSlices = 0;
  private isOverloaded = false;
  private refusedAtMs = 0;

  /** `nowMs`: a monotonic clock. */
  constructor(
    private readonly bounds: ConcurrencyBounds,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  get count(): number {
    return this.inProgress;
  }

  get limit(): number {
    if (!this.isOverloaded) return this.bounds.max;
    const inTime = Math.floor((this.perSecond * this.bounds.targetMs) / 1_000);
    return Math.max(Math.min(MIN_LIMIT, this.bounds.max), Math.min(inTime, this.bounds.max));
  }

  /** Whether there is so little work that every caller gets a slot. */
  get hasFreeSlots(): boolean {
    return this.inProgress < Math.min(MIN_LIMIT, this.bounds.max) * UNSHARED;
  }

  /** Reason to refuse further work of this caller; undefined if it may begin. */
  noSlotFor(caller: string): NoSlot | undefined {
    if (this.hasFreeSlots) return undefined;
    const nowMs = this.nowMs();
    this.beginSlices(nowMs);
    const { limit } = this;
    const noRoom = this.inProgress >= limit ? 'full' : this.hasShare(caller, limit) ? undefined : 'share';
    if (noRoom !== undefined) this.refusedAtMs = nowMs;
    return noRoom;
  }

  begin(caller: string): void {
    this.inProgress++;
    this.byCaller.set(caller, (this.byCaller.get(caller) ?? 0) + 1);
  }

  /** Without `tookMs` the work does not count for the measurement. */
  end(caller: string, tookMs?: number): void {
    this.inProgress--;
    const left = (this.byCaller.get(caller) ?? 1) - 1;
    if (left === 0) this.byCaller.delete(caller);
    else this.byCaller.set(caller, left);
    if (tookMs === undefined) return;
    this.beginSlices(this.nowMs());
    this.finishedInSlice++;
    if (tookMs > this.bounds.targetMs) this.slowInSlice++;
  }

  private hasShare(caller: string, limit: number): boolean {
    if (this.inProgress < limit * UNSHARED) return true;
    const own = this.byCaller.get(caller) ?? 0;
    return own === 0 || own * this.byCaller.size < limit;
  }

  /** Closes the slices that have passed. */
  private beginSlices(nowMs: number): void {
    const now = Math.floor(nowMs / SLICE_MS);
    if (now === this.sliceNumber) return;
    const passed = now - this.sliceNumber;
    this.closeSlice();
    // Slices without finished work do not change the count of slow ones.
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
