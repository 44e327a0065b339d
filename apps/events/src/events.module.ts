import { RealmRecords, ServiceModule, ServiceResources } from '@chat/service-kit';
import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RedisEpochs } from './epochs/redis-epochs.js';
import { EventSettings } from './event-settings.js';
import { SenderAccounts } from './fan-out/sender-accounts.js';
import { PresenceController } from './presence/presence.controller.js';
import { PresenceService } from './presence/presence.service.js';
import { BatchWriter } from './queues/batch.js';
import { QueueStore } from './queues/queue-store.js';
import { ReplicaBarrier } from './redis-replicas/replica-barrier.js';
import { EventQueuesController } from './registration/event-queues.controller.js';
import { RegistrationService } from './registration/registration.service.js';
import { measureFanOut, showMissing } from './shards/fan-out-metrics.js';
import { QueueCollector } from './shards/queue-collector.js';
import { ShardKeeper } from './shards/shard-keeper.js';
import { ShardParts } from './shards/shard-parts.js';

@Module({
  imports: [ServiceModule.forRoot({ name: 'events' })],
  controllers: [EventQueuesController, PresenceController],
  providers: [
    SenderAccounts,
    PresenceService,
    RealmRecords,
    RegistrationService,
    EventSettings,
    QueueCollector,
    RedisEpochs,
    QueueStore,
    BatchWriter,
    ShardParts,
    ShardKeeper,
    {
      provide: ReplicaBarrier,
      inject: [ServiceResources, EventSettings],
      useFactory: (resources: ServiceResources, { afterReplicas }: EventSettings) => {
        if (afterReplicas === 0) return undefined;
        const redis = resources.connect('replica-barrier', { resendAfterReconnect: false });
        return new ReplicaBarrier(redis, afterReplicas, resources.logger);
      },
    },
  ],
})
export class EventsModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly keeper: ShardKeeper,
    @Inject(ReplicaBarrier) private readonly barrier: ReplicaBarrier | undefined,
    resources: ServiceResources,
  ) {
    const { health, redis, client } = resources;
    health.addMeasurement('fan-out', () => measureFanOut(redis, keeper.parts.follower.positions, client.clock.nowMs()));
    if (barrier) health.addMeasurement('replicas of Redis', async () => showMissing(barrier.missingMs));
    // Before the replica stops reading its requests: a request that no replica reads fails only at its deadline.
    resources.beforeStop(() => keeper.handOver());
  }

  async onApplicationBootstrap(): Promise<void> {
    // A wrong setting is noticed at once.
    void this.barrier?.reach();
    await this.keeper.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.keeper.close();
    this.barrier?.close();
  }
}
