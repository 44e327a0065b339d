import { RedisTransportClient } from '@chat/redis-rpc';
import { RuntimeModule, ServiceResources } from '@chat/service-kit';
import { type DynamicModule, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CLIENT_EVENT_MAPPINGS } from './client-events/registered-mappings.js';
import { EventSettings } from './event-settings.js';
import { FanOut } from './fanout/fan-out.js';
import { SenderDirectory } from './fanout/sender-directory.js';
import { PresenceRpc } from './presence/presence.rpc.js';
import { RealmRecords } from './presence/realm-records.js';
import { CreateEventQueueHandler } from './queues/create-event-queue.handler.js';
import { EventQueuesRpc } from './queues/event-queues.rpc.js';
import { QueueCollector } from './queues/queue-collector.js';
import { QueueStore } from './queues/queue-store.js';
import { RegisterEventQueueHandler } from './queues/register-event-queue.handler.js';
import { measureFanOut } from './shards/fan-out-metrics.js';
import { ShardKeeper } from './shards/shard-keeper.js';
import { ShardLeases } from './shards/shard-leases.js';

@Module({})
export class EventsModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly keeper: ShardKeeper,
    private readonly collector: QueueCollector,
    resources: ServiceResources,
  ) {
    const { health, redis, client } = resources;
    health.addMeasurement('fan-out', () => measureFanOut(redis, keeper.logFollower.positions, client.clock.nowMs()));
    // Before the replica stops reading what is addressed to it: a request that nobody reads ends in its deadline only.
    resources.beforeStop(() => keeper.handOver());
  }

  static with(resources: ServiceResources, settings = new EventSettings()): DynamicModule {
    const { redis, logger, client } = resources;
    const store = new QueueStore(redis, settings.queueLimits);
    const leases = new ShardLeases(redis);
    return {
      module: EventsModule,
      imports: [RuntimeModule.with(resources)],
      controllers: [EventQueuesRpc, PresenceRpc],
      providers: [
        SenderDirectory,
        RealmRecords,
        CreateEventQueueHandler,
        RegisterEventQueueHandler,
        { provide: EventSettings, useValue: settings },
        { provide: QueueStore, useValue: store },
        {
          provide: ShardKeeper,
          inject: [SenderDirectory],
          useFactory: (senders: SenderDirectory) =>
            new ShardKeeper({
              leases,
              store,
              senders,
              redis,
              logger,
              fanOut: new FanOut(CLIENT_EVENT_MAPPINGS, senders, (event, error) =>
                logger.error({ type: event.type, logId: event.logId, err: error }, 'Event could not be delivered'),
              ),
              instance: resources.settings.instance,
              times: settings.leaseTimes,
              nowMs: () => client.clock.nowMs(),
              connect: (purpose) => resources.connect(purpose),
            }),
        },
        {
          provide: QueueCollector,
          inject: [ShardKeeper, RedisTransportClient],
          useFactory: (keeper: ShardKeeper) =>
            new QueueCollector(keeper, store, settings.queueLifetimeMs, () => client.clock.nowMs(), logger),
        },
      ],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.keeper.start();
    this.collector.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.collector.close();
    await this.keeper.close();
  }
}
