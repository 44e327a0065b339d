import { sheddingError } from './shedding-reasons.js';

/** A new registration should wait no longer. It may wait twice as long, because the rate may fall meanwhile. */
export const TARGET_WAIT_MS = 8_000;
/** So many may be in the line at any rate. */
export const MIN_IN_LINE = 64;
/** The rate until some registrations have been measured. */
const EXPECTED_PER_SECOND = 50;
/** The rate is that of about so many registrations: a pause, such as a failover, lowers it little. */
const MEASURED = 512;
/** Longest `retry-after`. The line holds half of this time: after a slow moment it hardly runs dry before the refused clients return. */
const LONGEST_RETRY_MS = 2 * TARGET_WAIT_MS;

/**
 * Decides whether a new registration may join the line: only if it will be served in time. So work is given up neither by the gateway
 * nor by clients after it has waited. A refused client gets a turn: they return one after the other, at the rate of the registrations.
 */
export class RegistrationRoom {
  /** Registrations that wait or run. */
  inLine = 0;
  // Counts an eighth, so that the first registrations replace it quickly.
  private served = MEASURED / 8;
  private workMs = (this.served / EXPECTED_PER_SECOND) * 1_000;
  private nextTurnMs = 0;

  /** `nowMs`: a monotonic clock. */
  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /** Registrations that succeed in a second of work. */
  get perSecond(): number {
    return (this.served / this.workMs) * 1_000;
  }

  /** So many succeeded while the gateway worked on registrations for `ms`. Time without a success says nothing: a server may be away. */
  measure(succeeded: number, ms: number): void {
    if (succeeded === 0) return;
    const kept = Math.max(0, 1 - succeeded / MEASURED);
    this.served = this.served * kept + succeeded;
    this.workMs = this.workMs * kept + ms;
  }

  get isFull(): boolean {
    return this.inLine >= Math.max(MIN_IN_LINE, (this.perSecond * TARGET_WAIT_MS) / 1_000);
  }

  /** Throws a 503 if a new registration would wait too long. Those that have begun may return to the line in any case. */
  require(): void {
    if (this.isFull) throw sheddingError('registrations', this.giveTurn());
  }

  /** Seconds after which a refused registration shall return. */
  giveTurn(): number {
    const nowMs = this.nowMs();
    this.nextTurnMs = Math.min(Math.max(this.nextTurnMs, nowMs) + 1_000 / this.perSecond, nowMs + LONGEST_RETRY_MS);
    return Math.ceil((this.nextTurnMs - nowMs) / 1_000);
  }
}
