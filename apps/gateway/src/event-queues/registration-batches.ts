import type { RegistrationRoom } from '../admission/registration-room.js';

export interface BatchLimits {
  readonly size: number;
  /** After this time the next batch begins, although registrations of this one have not ended. */
  readonly longestMs: number;
  /** Registrations that run at the same time, those of earlier batches included. */
  readonly maxRunning: number;
}

/**
 * Runs registrations in batches, in the order of their arrival. A batch begins when the one before it has ended. Its requests to the
 * services travel together, so each registration costs less.
 */
export class RegistrationBatches {
  private isBatchOpen = false;
  private running = 0;
  private succeeded = 0;
  private readonly waiting: ((onEnd: () => void) => void)[] = [];

  constructor(
    private readonly limits: BatchLimits,
    private readonly room: RegistrationRoom,
  ) {}

  /** Runs `register` in one of the next batches. Settles as `register` does. */
  async run<Result>(register: () => Promise<Result>): Promise<Result> {
    this.room.inLine++;
    const begun = new Promise<() => void>((resolve) => this.waiting.push(resolve));
    this.beginBatch();
    const onEnd = await begun;
    try {
      const result = await register();
      this.succeeded++;
      return result;
    } finally {
      onEnd();
    }
  }

  private beginBatch(): void {
    const { size, longestMs, maxRunning } = this.limits;
    const batch = this.isBatchOpen ? [] : this.waiting.splice(0, Math.min(size, maxRunning - this.running));
    if (batch.length === 0) return;
    this.isBatchOpen = true;
    this.running += batch.length;
    this.succeeded = 0;
    const beganAtMs = performance.now();
    let left = batch.length;
    const endBatch = () => {
      clearTimeout(timer);
      left = -1;
      this.isBatchOpen = false;
      this.room.measure(this.succeeded, performance.now() - beganAtMs);
      this.beginBatch();
    };
    const timer = setTimeout(endBatch, longestMs);
    const onEnd = () => {
      this.running--;
      this.room.inLine--;
      if (left > 0 && --left === 0) endBatch();
      else this.beginBatch();
    };
    for (const begin of batch) begin(onEnd);
  }
}
