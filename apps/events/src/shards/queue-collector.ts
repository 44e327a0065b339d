import { RepeatedJobs, ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
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
export class QueueCollector implements OnApplicationBootstrap {
  constructor(
    private readonly keeper: ShardKeeper,
    private readonly store: QueueStore,
    private readonly settings: EventSettings,
    private readonly resources: ServiceResources,
    private readonly jobs: RepeatedJobs,
  ) {}

  onApplicationBootstrap(): void {
    const { logger } = this.resources;
    const checkEveryMs = Math.max(MIN_INTERVAL_MS, this.settings.queueLifetimeMs / CHECKS_PER_LIFETIME);
    this.jobs.start({
      name: 'collection of idle queues',
      everyMs: Math.min(MAX_INTERVAL_MS, checkEveryMs),
      run: () =>
        this.collect().catch((error) =>
          logger.warn({ err: error }, 'Idle queues could not be collected; trying again'),
        ),
    });
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
