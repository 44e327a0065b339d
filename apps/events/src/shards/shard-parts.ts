import type { Logger } from 'pino';
import type { FanOut } from '../fan-out/fan-out.js';
import type { SenderAccounts } from '../fan-out/sender-accounts.js';
import type { BatchWriter } from '../queues/batch.js';
import type { QueueStore } from '../queues/queue-store.js';
import type { ReplicaBarrier } from '../redis-replicas/replica-barrier.js';
import type { LogFollower } from './log-follower.js';
import type { LogStretches } from './log-stretches.js';

/** Objects that all shards of a replica share. */
export interface ShardParts {
  readonly store: QueueStore;
  readonly writer: BatchWriter;
  /** For a new queue: a failover must not end it. */
  readonly barrier?: ReplicaBarrier | undefined;
  readonly follower: LogFollower;
  readonly log: LogStretches;
  readonly fanOut: FanOut;
  readonly senders: Pick<SenderAccounts, 'prepare' | 'expect'>;
  readonly logger: Logger;
}
