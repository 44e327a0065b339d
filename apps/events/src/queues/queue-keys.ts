import { eventShardPrefix } from '@chat/contracts';

/*
 * What a shard keeps in Redis beside its lease. Per queue, `<prefix>q:<id>` is a small hash (`u` user, `r` realm, `n` next event
 * id, `a` last acknowledged, `l` entries, `b` bytes, `p` poll that waits) and `<prefix>e:<id>` the list of its entries, each
 * `<event id> <body id> <bytes> <own members>`. Bodies are in the hash `<prefix>bodies`, by id; beside it, in `refs`, how many entries
 * refer to each.
 */

/** Hash: queue id -> what it was registered with, JSON. */
export const metaKey = (shard: number): string => `${eventShardPrefix(shard)}meta`;
/** Hash: what must be known of the users of the shard's queues, exact at the shard's cursor. */
export const userStatesKey = (shard: number): string => `${eventShardPrefix(shard)}facts`;
/** Sorted set of queue ids by the time (ms) of the last fetch. */
export const activityKey = (shard: number): string => `${eventShardPrefix(shard)}activity`;
