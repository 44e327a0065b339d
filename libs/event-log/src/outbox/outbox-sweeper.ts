import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionLogger } from '@chat/redis';
import type { Outbox } from './outbox.js';

const SWEEP_EVERY_MS = 2_000;
const PRUNE_EVERY_MS = 10_000;
/** Appended events are kept this long, should Redis come back with the last moments missing. */
const RETENTION_SECONDS = 120;

/** Runs the outbox's sweep and pruning in every replica, for as long as it lives. */
export class OutboxSweeper {
  private readonly closing = new AbortController();
  private running: Promise<void> | undefined;
  private prunedAt = performance.now();

  constructor(
    private readonly outbox: Pick<Outbox, 'sweep' | 'prune'>,
    private readonly logger: ConnectionLogger,
    private readonly wait: typeof sleep = sleep,
  ) {}

  start(): void {
    this.running = this.run();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.closing.signal.aborted) {
      await this.pause();
      if (this.closing.signal.aborted) return;
      try {
        const behind = await this.outbox.sweep();
        if (behind > 0) this.logger.info({ realms: behind }, 'Outbox sweep appended events that were left behind');
        await this.pruneSometimes();
      } catch (error) {
        this.logger.warn({ err: error }, 'Outbox sweep failed; tried again shortly');
      }
    }
  }

  private async pruneSometimes(): Promise<void> {
    if (performance.now() - this.prunedAt < PRUNE_EVERY_MS) return;
    this.prunedAt = performance.now();
    await this.outbox.prune(RETENTION_SECONDS);
  }

  private async pause(): Promise<void> {
    await this.wait(SWEEP_EVERY_MS, undefined, { signal: this.closing.signal }).catch(() => {});
  }
}
