/** Messages of one request. */
export const MAX_BATCH = 1_000;
/** Time from the first message to the request. */
export const BATCH_MS = 300;
const RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

/**
 * Sends ids in batches, one request at a time. A failed batch is sent again, so that no message stays unread here and
 * read in the reader's mind; adding a flag twice changes nothing.
 */
export class FlagBatches {
  private readonly pending = new Set<number>();
  /** Of the running request: they are sent again if it fails. */
  private readonly sending = new Set<number>();
  private running: Promise<void> = Promise.resolve();
  private isSending = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;

  constructor(private readonly send: (ids: readonly number[]) => Promise<unknown>) {}

  add(ids: readonly number[]): void {
    for (const id of ids) this.pending.add(id);
    this.schedule(BATCH_MS);
  }

  /** The reader marked this message and those after it as unread. Returns those of them that the server may not have marked yet. */
  dropFrom(firstId: number): readonly number[] {
    const dropped = [...this.pending, ...this.sending].filter((id) => id >= firstId);
    for (const id of dropped) {
      this.pending.delete(id);
      this.sending.delete(id);
    }
    return dropped;
  }

  /** Resolves when the running request is over, so that a request for the opposite comes after it. */
  settled(): Promise<void> {
    return this.running;
  }

  /** Sends pending messages at once, for example when the page is hidden. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isSending || this.pending.size === 0) return;
    this.running = this.sendBatch([...this.pending].slice(0, MAX_BATCH));
    await this.running;
  }

  private async sendBatch(batch: readonly number[]): Promise<void> {
    this.isSending = true;
    for (const id of batch) {
      this.pending.delete(id);
      this.sending.add(id);
    }
    try {
      await this.send(batch);
      this.failures = 0;
    } catch {
      this.failures++;
      for (const id of this.sending) this.pending.add(id);
    }
    this.sending.clear();
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
