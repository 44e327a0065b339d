/** A transfer of a file ends if it is slower for a minute, so also after a minute without a byte. */
export const MIN_BYTES_PER_SECOND = 1_024;
const WINDOW_MS = 60_000;
const SAMPLE_MS = 5_000;
const SAMPLES = WINDOW_MS / SAMPLE_MS;

/** Watches the pace of one transfer. Sender, receiver and storage can each slow it down. */
export class TransferPace {
  private readonly timer: NodeJS.Timeout;
  /** Bytes at the last moments, oldest first. */
  private readonly samples: number[];

  /** `onTooSlow` must end the transfer; `stop` must be called at its end. */
  constructor(bytesSoFar: () => number, onTooSlow: () => void) {
    this.samples = [bytesSoFar()];
    this.timer = setInterval(() => {
      const bytes = bytesSoFar();
      this.samples.push(bytes);
      if (this.samples.length <= SAMPLES) return;
      const before = this.samples.shift() as number;
      if (bytes - before < (MIN_BYTES_PER_SECOND * WINDOW_MS) / 1_000) onTooSlow();
    }, SAMPLE_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
