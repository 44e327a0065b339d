import type { Logger } from 'pino';
import type { FanOut } from '../fan-out/fan-out.js';
import type { SenderAccounts } from '../fan-out/sender-accounts.js';
import type { QueueStore } from '../queues/queue-store.js';
import type { LogFollower } from './log-follower.js';

/** Objects that all shards of a replica share. */
export interface ShardParts {
  readonly store: QueueStore;
  readonly follower: LogFollower;
  readonly fanOut: FanOut;
  readonly senders: Pick<SenderAccounts, 'prepare' | 'expect'>;
  readonly logger: Logger;
}
