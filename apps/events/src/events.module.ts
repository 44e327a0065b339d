import { allClientEventMappings } from '@chat/contracts';
import { RealmRecords, ServiceModule, ServiceResources } from '@chat/service-kit';
import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RedisEpochs } from './epochs/redis-epochs.js';
import { EventSettings } from './event-settings.js';
import { FanOut } from './fan-out/fan-out.js';
import { SenderAccounts } from './fan-out/sender-accounts.js';
import { PresenceController } from './presence/presence.controller.js';
import { PresenceService } from './presence/presence.service.js';
import { BatchWriter } from './queues/batch.js';
import { QueueStore } from './queues/queue-store.js';
import { HeldNotices } from './redis-replicas/held-notices.js';
import { ReplicaBarrier } from './redis-replicas/replica-barrier.js';
import { EventQueuesController } from './registration/event-queues.controller.js';
import { RegistrationService } from './registration/registration.service.js';
import { measureFanOut, showMissing } from './shards/fan-out-metrics.js';
import { QueueCollector } from './shards/queue-collector.js';
import { ShardKeeper } from './shards/shard-keeper.js';
import { ShardLeases } from './shards/shard-leases.js';

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
    {
      provide: RedisEpochs,
      inject: [ServiceResources, EventSettings],
      useFactory: ({ redis, logger }: ServiceResources, { leaseTimes }: EventSettings) =>
        new RedisEpochs(redis, leaseTimes.lifetimeMs, logger),
    },
    {
      provide: ReplicaBarrier,
      inject: [ServiceResources, EventSettings],
      useFactory: (resources: ServiceResources, { afterReplicas }: EventSettings) => {
        if (afterReplicas === 0) return undefined;
        const redis = resources.connect('replica-barrier', { resendAfterReconnect: false });
        return new ReplicaBarrier(redis, afterReplicas, resources.logger);
      },
    },
    {
      provide: QueueStore,
      inject: [ServiceResources, RedisEpochs, ReplicaBarrier],
      useFactory: ({ redis }: ServiceResources, epochs: RedisEpochs, barrier?: ReplicaBarrier) =>
        new QueueStore(redis, epochs, barrier),
    },
    {
      provide: BatchWriter,
      inject: [ServiceResources, EventSettings, ReplicaBarrier],
      useFactory: ({ redis }: ServiceResources, { queueLimits }: EventSettings, barrier?: ReplicaBarrier) =>
        new BatchWriter(redis, queueLimits, barrier && new HeldNotices(redis, barrier)),
    },
    {
      provide: ShardKeeper,
      inject: [ServiceResources, EventSettings, RedisEpochs, QueueStore, BatchWriter, SenderAccounts, ReplicaBarrier],
      useFactory: (
        resources: ServiceResources,
        { leaseTimes }: EventSettings,
        epochs: RedisEpochs,
        store: QueueStore,
        writer: BatchWriter,
        senders: SenderAccounts,
        barrier?: ReplicaBarrier,
      ) => {
        const { redis, logger, client, settings } = resources;
        return new ShardKeeper({
          epochs,
          leases: new ShardLeases(redis),
          store,
          writer,
          barrier,
          senders,
          redis,
          logger,
          fanOut: new FanOut(allClientEventMappings(), senders, (event, error) =>
            logger.error({ type: event.type, logId: event.logId, err: error }, 'Event could not be delivered'),
          ),
          instance: settings.instance,
          times: leaseTimes,
          clock: client.clock,
          connect: (purpose, options) => resources.connect(purpose, options),
        });
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
    health.addMeasurement('fan-out', () => measureFanOut(redis, keeper.logFollower.positions, client.clock.nowMs()));
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
