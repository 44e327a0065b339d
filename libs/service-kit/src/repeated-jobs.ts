import { setTimeout } from 'node:timers/promises';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';

/** A job that every replica runs again and again. It must be safe if two replicas run it at once. */
export interface RepeatedJob {
  /** For the log. */
  readonly name: string;
  readonly everyMs: number;
  /** Before the first run; `everyMs` if absent. Long enough for the process to start completely. */
  readonly firstAfterMs?: number;
  /** Ends soon after the signal, which means that the process stops. A number that it returns counts its results. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
}

/** Runs jobs until the process stops. A failed run is logged, and the job runs again at its next time. */
export class RepeatedJobs implements OnModuleDestroy {
  private readonly closing = new AbortController();
  private readonly running: Promise<void>[] = [];

  constructor(private readonly logger: Logger) {}

  start(job: RepeatedJob): void {
    this.running.push(this.repeat(job));
  }

  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.running);
  }

  private async repeat({ name, everyMs, firstAfterMs = everyMs, run }: RepeatedJob): Promise<void> {
    const { signal } = this.closing;
    for (let delayMs = firstAfterMs; ; delayMs = everyMs) {
      // A random delay separates replicas that started together.
      const randomMs = delayMs * (0.8 + 0.4 * Math.random());
      await setTimeout(randomMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      await run(signal).catch((err: unknown) => {
        this.logger.error({ job: name, err }, 'Periodic job failed; it runs again at its next time');
      });
    }
  }
}

/**
 * Handles items, which `next` finds in batches of `size`, until a batch is not full. `next` does not find handled items again. Resolves with
 * the number of handled items.
 */
export async function inBatches<Item>(
  size: number,
  next: () => Promise<readonly Item[]>,
  handle: (item: Item) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<number> {
  for (let handled = 0; ; ) {
    const batch = await next();
    for (const item of batch) {
      if (signal?.aborted) return handled;
      await handle(item);
      handled++;
    }
    if (batch.length < size) return handled;
  }
}
