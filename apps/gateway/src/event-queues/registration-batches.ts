export interface BatchLimits {
  readonly size: number;
  /** After this time the next batch begins, although registrations of this one have not ended. */
  readonly longestMs: number;
}

/**
 * Runs registrations in batches, in the order of their arrival. A batch begins when the one before it has ended. Its requests to the
 * services travel together, so each registration costs less.
 */
export class RegistrationBatches {
  private isRunning = false;
  private readonly waiting: ((onEnd: () => void) => void)[] = [];

  constructor(private readonly limits: BatchLimits) {}

  /** Runs `register` in one of the next batches. Settles as `register` does. */
  async run<Result>(register: () => Promise<Result>): Promise<Result> {
    const begun = new Promise<() => void>((resolve) => this.waiting.push(resolve));
    this.beginBatch();
    const onEnd = await begun;
    try {
      return await register();
    } finally {
      onEnd();
    }
  }

  private beginBatch(): void {
    if (this.isRunning || this.waiting.length === 0) return;
    this.isRunning = true;
    const batch = this.waiting.splice(0, this.limits.size);
    let left = batch.length;
    const endBatch = () => {
      clearTimeout(timer);
      left = -1;
      this.isRunning = false;
      this.beginBatch();
    };
    const timer = setTimeout(endBatch, this.limits.longestMs);
    const onEnd = () => {
      if (left > 0 && --left === 0) endBatch();
    };
    for (const begin of batch) begin(onEnd);
  }
}
