import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionLogger } from '@chat/redis';
import type { OutboxBacklog } from './outbox-backlog.js';

const SWEEP_EVERY_MS = 2_000;
const PRUNE_EVERY_MS = 10_000;
/** Appended events stay in the outbox for this time, in case a restart of Redis loses the end of the log. */
const RETENTION_SECONDS = 120;

/** Sweeps and prunes the outbox of a service while the replica runs. A failure is logged; the next round repeats the work. */
export class OutboxSweeper {
  private readonly closing = new AbortController();
  private running: Promise<void> | undefined;
  private prunedAt = performance.now();

  constructor(
    private readonly backlog: Pick<OutboxBacklog, 'sweep' | 'prune'>,
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
      await this.wait(SWEEP_EVERY_MS, undefined, { signal: this.closing.signal }).catch(() => {});
      if (this.closing.signal.aborted) return;
      try {
        const behind = await this.backlog.sweep();
        if (behind > 0) this.logger.info({ realms: behind }, 'Outbox sweep appended events that were left behind');
        if (performance.now() - this.prunedAt < PRUNE_EVERY_MS) continue;
        this.prunedAt = performance.now();
        await this.backlog.prune(RETENTION_SECONDS);
      } catch (error) {
        this.logger.warn({ err: error }, 'Outbox sweep failed; tried again shortly');
      }
    }
  }
}
