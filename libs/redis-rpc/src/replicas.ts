import { RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';
import { ANNOUNCED_FOR_MS, preferredList, requestList } from './limits.js';
import { MOVE_WAITING } from './move-waiting.lua.js';

const moveWaiting = new RedisScript(MOVE_WAITING);

/** Sorted set: instances of the service that take realms' requests, by when they are gone unless they say more (broker time, ms). */
const replicasKey = (service: string): string => `rpc:${service}:replicas`;

/** Says that the replica reads its list now. */
export async function announceReplica(redis: Redis, service: string, instance: string, nowMs: number): Promise<void> {
  const key = replicasKey(service);
  await redis
    .pipeline()
    .zadd(key, Math.round(nowMs + ANNOUNCED_FOR_MS), instance)
    .zremrangebyscore(key, '-inf', `(${Math.round(nowMs)}`)
    .exec();
}

/** Says that the replica will not read its list again. */
export async function withdrawReplica(redis: Redis, service: string, instance: string): Promise<void> {
  await redis.zrem(replicasKey(service), instance);
}

/** The instances that were there lately. */
export async function replicasOf(redis: Redis, service: string, nowMs: number): Promise<string[]> {
  return await redis.zrangebyscore(replicasKey(service), Math.round(nowMs), '+inf');
}

/** Lets every replica have what waits for one of them. Resolves with how many requests that were. */
export async function shareWaiting(redis: Redis, service: string, instance: string): Promise<number> {
  return await moveWaiting.run<number>(redis, [preferredList(service, instance), requestList(service)], []);
}
