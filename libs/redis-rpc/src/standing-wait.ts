/**
 * Tells overload from a burst. After a burst, or when a service was away for a moment, those who waited are served and the wait
 * gets shorter; under overload it stays, everybody waits until the deadline, and what is worked on at last is wanted no more. So
 * once nobody has waited less than `maxWaitMs` for `standingAfterMs`, whoever waited longer is refused until somebody did not:
 * refusing costs next to nothing, and those behind are served in time.
 */
export class StandingWait {
  private tooLongSinceMs: number | undefined;

  constructor(
    private readonly maxWaitMs: number,
    private readonly standingAfterMs: number,
  ) {}

  /** For each that has waited, in order. `nowMs` by a clock that only goes forward. */
  isTooLong(waitedMs: number, nowMs: number): boolean {
    if (waitedMs <= this.maxWaitMs) {
      this.tooLongSinceMs = undefined;
      return false;
    }
    this.tooLongSinceMs ??= nowMs;
    return nowMs - this.tooLongSinceMs > this.standingAfterMs;
  }
}
