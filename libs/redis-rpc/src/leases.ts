import type { Redis } from 'ioredis';
import { LAPSED_LEASE_KEPT_MS, LEASE_MS } from './limits.js';

/** The promise of a replica that it lives until `endsAtMs` (broker time). It is gone when the replica has stopped in order. */
export interface Lease {
  readonly instance: string;
  readonly endsAtMs: number;
}

/** Sorted set: instances of the service by the end of their leases. */
const leasesKey = (service: string): string => `rpc:${service}:leases`;

export async function renewLease(redis: Redis, service: string, instance: string, nowMs: number): Promise<void> {
  const key = leasesKey(service);
  await redis
    .pipeline()
    .zadd(key, Math.round(nowMs + LEASE_MS), instance)
    .zremrangebyscore(key, '-inf', Math.round(nowMs - LAPSED_LEASE_KEPT_MS))
    .exec();
}

/** For a replica that has finished the requests that it took. */
export async function endLease(redis: Redis, service: string, instance: string): Promise<void> {
  await redis.zrem(leasesKey(service), instance);
}

export async function leasesOf(redis: Redis, service: string): Promise<Lease[]> {
  const flat = await redis.zrange(leasesKey(service), 0, -1, 'WITHSCORES');
  return flat.flatMap((instance, place) => (place % 2 === 0 ? [{ instance, endsAtMs: Number(flat[place + 1]) }] : []));
}
