import { CatchUpEvents, eventShardOf } from '@chat/contracts';
import type { RedisTransportClient, RequestContext } from '@chat/redis-rpc';
import { within } from '../admission/log-tail.js';
import { requestContextOf } from './request-within.js';
import type { ShardHolders } from './shard-holders.js';

/** Redis may be away: what the client is told then, the look into its queue decides. */
const FIND_TIMEOUT_MS = 1_000;

/**
 * Has what was acknowledged put into a user's queues at once. Otherwise it comes there a moment later, which is the same for a client
 * that waits, but not for one that looks and goes.
 */
export class CaughtUpQueues {
  constructor(
    private readonly client: Pick<RedisTransportClient, 'request'>,
    private readonly holders: Pick<ShardHolders, 'find' | 'logEnd'>,
  ) {}

  /** May fail, while the shard has no holder or a slow one; then what is there is all there is to see. Never rejects. */
  async reach(realmId: number, userId: number, context: RequestContext): Promise<void> {
    try {
      const found = Promise.all([this.holders.find(eventShardOf(userId)), this.holders.logEnd(realmId)]);
      const [instance, { position }] = await within(found, FIND_TIMEOUT_MS);
      if (instance === undefined) return;
      const fields = { userId, realmId, position };
      await this.client.request(CatchUpEvents, fields, requestContextOf(context), instance);
    } catch {
      // As said.
    }
  }
}
