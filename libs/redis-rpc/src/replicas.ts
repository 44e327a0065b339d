import { setTimeout as sleep } from 'node:timers/promises';
import { type BrokerClock, isAway, RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';
import {
  ANNOUNCE_EVERY_MS,
  ANNOUNCED_FOR_MS,
  LAPSED_LEASE_KEPT_MS,
  LEASE_MS,
  preferredList,
  RENEW_LEASE_EVERY_MS,
  requestList,
  WITHDRAW_TIMEOUT_MS,
} from './limits.js';

/** A replica is alive until `endsAtMs` (broker time). An orderly stop removes its lease. */
export interface Lease {
  readonly instance: string;
  readonly endsAtMs: number;
}

/** Sorted sets: instances of the service, by the end of their leases and of their announcements (broker time, ms). */
const leasesKey = (service: string): string => `rpc:${service}:leases`;
const replicasKey = (service: string): string => `rpc:${service}:replicas`;

export const renewLease = (redis: Redis, service: string, instance: string, nowMs: number): Promise<unknown> =>
  add(redis, leasesKey(service), instance, nowMs + LEASE_MS, nowMs - LAPSED_LEASE_KEPT_MS);

export async function leasesOf(redis: Redis, service: string): Promise<Lease[]> {
  const flat = await redis.zrange(leasesKey(service), 0, -1, 'WITHSCORES');
  return flat.flatMap((instance, place) => (place % 2 === 0 ? [{ instance, endsAtMs: Number(flat[place + 1]) }] : []));
}

/** Says that the replica reads its preferred list now. */
export const announceReplica = (redis: Redis, service: string, instance: string, nowMs: number): Promise<unknown> =>
  add(redis, replicasKey(service), instance, nowMs + ANNOUNCED_FOR_MS, nowMs - 1);

/** Instances that have announced themselves lately. */
export const replicasOf = (redis: Redis, service: string, nowMs: number): Promise<string[]> =>
  redis.zrangebyscore(replicasKey(service), Math.round(nowMs), '+inf');

const moveWaiting = RedisScript.fromFiles(import.meta.url, 'move-waiting.lua');

/** Moves the requests that wait for one replica to the list of all. Resolves with their number. */
export const shareWaiting = (redis: Redis, service: string, instance: string): Promise<number> =>
  moveWaiting.run<number>(redis, [preferredList(service, instance), requestList(service)], []);

/** Shows callers that this replica is alive and, if it is a preferred one, that it reads its own list. */
export class ReplicaPresence {
  private leasing: NodeJS.Timeout | undefined;
  private announcedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly redis: Redis,
    private readonly clock: BrokerClock,
    private readonly service: string,
    private readonly instance: string,
    private readonly isPreferred: boolean,
  ) {}

  start(): void {
    const renew = (): void => {
      if (isAway(this.redis)) return;
      renewLease(this.redis, this.service, this.instance, this.clock.nowMs()).catch(() => {}); // the connection broke
    };
    renew();
    this.leasing = setInterval(renew, RENEW_LEASE_EVERY_MS);
  }

  /** To be called before each read, so that a replica that hangs is not announced. */
  announce(): void {
    if (!this.isPreferred || performance.now() - this.announcedAtMs < ANNOUNCE_EVERY_MS) return;
    this.announcedAtMs = performance.now();
    announceReplica(this.redis, this.service, this.instance, this.clock.nowMs()).catch(() => {}); // the connection broke
  }

  /** To be called after the last read. Other replicas take the requests in the own list; callers move later ones. */
  async withdraw(): Promise<void> {
    if (!this.isPreferred) return;
    const { redis, service, instance } = this;
    await inTime([redis.zrem(replicasKey(service), instance), shareWaiting(redis, service, instance)]);
  }

  /** To be called after the last reply. */
  async end(): Promise<void> {
    clearInterval(this.leasing);
    await inTime([this.redis.zrem(leasesKey(this.service), this.instance)]);
  }
}

const inTime = (commands: Promise<unknown>[]): Promise<unknown> =>
  Promise.race([Promise.all(commands), sleep(WITHDRAW_TIMEOUT_MS, undefined, { ref: false })]).catch(() => {});

const add = (redis: Redis, key: string, instance: string, endMs: number, dropUntilMs: number): Promise<unknown> =>
  redis.pipeline().zadd(key, Math.round(endMs), instance).zremrangebyscore(key, '-inf', Math.round(dropUntilMs)).exec();
