import { RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';
import { ANNOUNCED_FOR_MS, LAPSED_LEASE_KEPT_MS, LEASE_MS, preferredList, requestList } from './limits.js';

/** A replica is alive until `endsAtMs` (broker time). An orderly stop removes its lease. */
export interface Lease {
  readonly instance: string;
  readonly endsAtMs: number;
}

/** Sorted sets: instances of the service, by the end of their leases and of their announcements (broker time, ms). */
const leasesKey = (service: string): string => `rpc:${service}:leases`;
const replicasKey = (service: string): string => `rpc:${service}:replicas`;

/** Extends the lease to `LEASE_MS` after `nowMs` (broker time). */
export const renewLease = (redis: Redis, service: string, instance: string, nowMs: number): Promise<unknown> =>
  redis.zadd(leasesKey(service), Math.round(nowMs + LEASE_MS), instance);

/** Drops the leases of replicas that ended without an order long ago. */
export const dropLapsedLeases = (redis: Redis, service: string, nowMs: number): Promise<unknown> =>
  redis.zremrangebyscore(leasesKey(service), '-inf', Math.round(nowMs - LAPSED_LEASE_KEPT_MS));

/** Removes the lease at an orderly stop, after the last reply. */
export const endLease = (redis: Redis, service: string, instance: string): Promise<unknown> =>
  redis.zrem(leasesKey(service), instance);

/** All leases of a service, by their end. A replica that starts drops those that lapsed `LAPSED_LEASE_KEPT_MS` ago. */
export async function leasesOf(redis: Redis, service: string): Promise<Lease[]> {
  const flat = await redis.zrange(leasesKey(service), 0, -1, 'WITHSCORES');
  return flat.flatMap((instance, place) => (place % 2 === 0 ? [{ instance, endsAtMs: Number(flat[place + 1]) }] : []));
}

/** Says that the replica reads its preferred list now. */
export const announceReplica = (redis: Redis, service: string, instance: string, nowMs: number): Promise<unknown> =>
  redis
    .pipeline()
    .zadd(replicasKey(service), Math.round(nowMs + ANNOUNCED_FOR_MS), instance)
    .zremrangebyscore(replicasKey(service), '-inf', Math.round(nowMs - 1))
    .exec();

/** Removes the announcement of a preferred replica after its last read, so that callers stop choosing it. */
export const withdrawReplica = (redis: Redis, service: string, instance: string): Promise<unknown> =>
  redis.zrem(replicasKey(service), instance);

/** Instances that have announced themselves lately. */
export const replicasOf = (redis: Redis, service: string, nowMs: number): Promise<string[]> =>
  redis.zrangebyscore(replicasKey(service), Math.round(nowMs), '+inf');

const moveWaiting = RedisScript.fromFiles(import.meta.url, 'move-waiting.lua');

/** Moves the requests that wait for one replica to the list of all. Resolves with their number. */
export const shareWaiting = (redis: Redis, service: string, instance: string): Promise<number> =>
  moveWaiting.run<number>(redis, [preferredList(service, instance), requestList(service)], []);
