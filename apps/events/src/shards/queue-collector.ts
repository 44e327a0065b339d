import type { Logger } from 'pino';
import type { QueueStore } from '../queues/queue-store.js';
import type { ShardKeeper } from './shard-keeper.js';

const MIN_INTERVAL_MS = 200;
const MAX_INTERVAL_MS = 15_000;
/** A queue outlives its lifetime by at most one check. */
const CHECKS_PER_LIFETIME = 20;

/** Drops the queues of this replica's shards that had no fetch for the lifetime of a queue. */
export class QueueCollector {
  private timer: NodeJS.Timeout | undefined;
  private collecting: Promise<void> | undefined;

  constructor(
    private readonly keeper: ShardKeeper,
    private readonly store: QueueStore,
    private readonly lifetimeMs: number,
    private readonly nowMs: () => number,
    private readonly logger: Pick<Logger, 'warn' | 'info'>,
  ) {}

  start(): void {
    const interval = Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, this.lifetimeMs / CHECKS_PER_LIFETIME));
    this.timer = setInterval(() => {
      this.collecting ??= this.collect()
        .catch((error) => this.logger.warn({ err: error }, 'Idle queues could not be collected; trying again'))
        .finally(() => {
          this.collecting = undefined;
        });
    }, interval);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.collecting;
  }

  private async collect(): Promise<void> {
    for (const shard of [...this.keeper.shards()]) {
      for (;;) {
        const dropped = await this.store.dropIdle(shard.number, this.lifetimeMs, this.nowMs());
        if (dropped.length === 0) break;
        this.logger.info({ shard: shard.number, queues: dropped.length }, 'Idle queues collected');
      }
      if (!shard.hasEnded) await shard.reconcile().catch(() => {});
    }
  }
}
