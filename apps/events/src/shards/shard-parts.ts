import { allClientEventMappings } from '@chat/contracts';
import { ServiceResources } from '@chat/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { FanOut } from '../fan-out/fan-out.js';
import { SenderAccounts } from '../fan-out/sender-accounts.js';
import { BatchWriter } from '../queues/batch.js';
import { QueueStore } from '../queues/queue-store.js';
import { ReplicaBarrier } from '../redis-replicas/replica-barrier.js';
import { HeldShards } from './held-shards.js';
import { LogFollower } from './log-follower.js';
import { LogStretches } from './log-stretches.js';

/** Objects that all shards of a replica share. */
@Injectable()
export class ShardParts {
  readonly logger: Logger;
  readonly held: HeldShards;
  readonly log: LogStretches;
  readonly follower: LogFollower;
  readonly fanOut: FanOut;

  constructor(
    resources: ServiceResources,
    readonly store: QueueStore,
    readonly writer: BatchWriter,
    readonly senders: SenderAccounts,
    /** For a new queue: a failover must not end it. */
    @Inject(ReplicaBarrier) readonly barrier: ReplicaBarrier | undefined,
  ) {
    const { redis, logger, client } = resources;
    this.logger = logger;
    this.held = new HeldShards(client.clock);
    this.log = new LogStretches(redis);
    const blocking = resources.connect('log-follower', { resendAfterReconnect: false });
    this.follower = new LogFollower(blocking, this.log, logger, this.held);
    this.fanOut = new FanOut(allClientEventMappings(), senders, (event, error) =>
      logger.error({ type: event.type, logId: event.logId, err: error }, 'Event could not be delivered'),
    );
  }
}
