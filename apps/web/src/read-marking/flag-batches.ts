/** Messages of one request. */
export const MAX_BATCH = 1_000;
/** From the first message to the request. */
export const BATCH_MS = 300;
const RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

/**
 * Sends ids in batches, one request at a time. A failed batch is sent again, so that no message stays unread here and
 * read in the reader's mind; adding a flag twice changes nothing.
 */
export class FlagBatches {
  private readonly pending = new Set<number>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isSending = false;
  private failures = 0;

  constructor(private readonly send: (ids: readonly number[]) => Promise<unknown>) {}

  add(ids: readonly number[]): void {
    for (const id of ids) this.pending.add(id);
    this.schedule(BATCH_MS);
  }

  /** The reader marked this message and those after it as unread before the batch was sent. */
  dropFrom(firstId: number): void {
    for (const id of this.pending) if (id >= firstId) this.pending.delete(id);
  }

  /** Sends pending messages at once, for example when the page is hidden. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isSending || this.pending.size === 0) return;
    const batch = [...this.pending].slice(0, MAX_BATCH);
    for (const id of batch) this.pending.delete(id);
    this.isSending = true;
    try {
      await this.send(batch);
      this.failures = 0;
    } catch {
      this.failures++;
      for (const id of batch) this.pending.add(id);
    }
    this.isSending = false;
    if (this.pending.size > 0) this.schedule(this.failures === 0 ? BATCH_MS : this.retryMs());
  }

  private schedule(delayMs: number): void {
    if (this.timer === undefined && !this.isSending) this.timer = setTimeout(() => void this.flush(), delayMs);
  }

  private retryMs(): number {
    return Math.min(RETRY_MS * 2 ** (this.failures - 1), MAX_RETRY_MS) * (0.5 + Math.random() / 2);
  }
}
