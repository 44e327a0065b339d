import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { EventSettings } from '../event-settings.js';
import { QueueStore } from '../queues/queue-store.js';
import type { Shard } from './shard.js';
import { ShardKeeper } from './shard-keeper.js';

const MIN_INTERVAL_MS = 200;
const MAX_INTERVAL_MS = 15_000;
/** A queue outlives its lifetime by at most one check. */
const CHECKS_PER_LIFETIME = 20;

/** Drops the queues of this replica's shards that had no fetch for the lifetime of a queue. */
@Injectable()
export class QueueCollector {
  private timer: NodeJS.Timeout | undefined;
  private collecting: Promise<void> | undefined;

  constructor(
    private readonly keeper: ShardKeeper,
    private readonly store: QueueStore,
    private readonly settings: EventSettings,
    private readonly resources: ServiceResources,
  ) {}

  start(): void {
    const interval = Math.min(
      MAX_INTERVAL_MS,
      Math.max(MIN_INTERVAL_MS, this.settings.queueLifetimeMs / CHECKS_PER_LIFETIME),
    );
    this.timer = setInterval(() => {
      this.collecting ??= this.collect()
        .catch((error) =>
          this.resources.logger.warn({ err: error }, 'Idle queues could not be collected; trying again'),
        )
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
    const shards = this.keeper.shards();
    const { queueLifetimeMs } = this.settings;
    const nowMs = this.resources.client.clock.nowMs();
    // One write looks at all shards. Drops are one after another, because each blocks Redis.
    const haveIdle = await Promise.all(shards.map(({ number }) => this.store.hasIdle(number, queueLifetimeMs, nowMs)));
    for (const shard of shards.filter((_, index) => haveIdle[index])) await this.dropFrom(shard);
    await Promise.all(shards.map((shard) => (shard.hasEnded ? undefined : shard.reconcile().catch(() => {}))));
  }

  private async dropFrom({ number }: Shard): Promise<void> {
    const { client, logger } = this.resources;
    for (;;) {
      const dropped = await this.store.dropIdle(number, this.settings.queueLifetimeMs, client.clock.nowMs());
      if (dropped.length === 0) return;
      logger.info({ shard: number, queues: dropped.length }, 'Idle queues collected');
    }
  }
}
