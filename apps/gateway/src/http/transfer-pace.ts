/** A transfer of a file ends after this time without a byte. */
export const MAX_SILENCE_MS = 60_000;
/** A transfer of a file ends if it is slower for a minute. */
export const MIN_BYTES_PER_SECOND = 1_024;
const WINDOW_MS = 60_000;

/** Watches the pace of one transfer. Sender, receiver and storage can each slow it down. */
export class TransferPace {
  private inWindow = 0;
  private readonly silence: NodeJS.Timeout;
  private readonly window: NodeJS.Timeout;

  /** `onTooSlow` must end the transfer; `stop` must be called at its end. */
  constructor(onTooSlow: () => void) {
    this.silence = setTimeout(onTooSlow, MAX_SILENCE_MS);
    this.window = setInterval(() => {
      if (this.inWindow < (MIN_BYTES_PER_SECOND * WINDOW_MS) / 1_000) onTooSlow();
      this.inWindow = 0;
    }, WINDOW_MS);
  }

  add(bytes: number): void {
    this.inWindow += bytes;
    this.silence.refresh();
  }

  stop(): void {
    clearTimeout(this.silence);
    clearInterval(this.window);
  }
}
