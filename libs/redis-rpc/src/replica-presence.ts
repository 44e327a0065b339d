import { setTimeout as sleep } from 'node:timers/promises';
import { type BrokerClock, isAway } from '@chat/redis';
import type { Redis } from 'ioredis';
import { endLease, renewLease } from './leases.js';
import { ANNOUNCE_EVERY_MS, RENEW_LEASE_EVERY_MS, WITHDRAW_TIMEOUT_MS } from './limits.js';
import { announceReplica, shareWaiting, withdrawReplica } from './replicas.js';

/** Tells callers that this replica lives, and, if it is a preferred one, that it reads its own list. */
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
    this.renewLease();
    this.leasing = setInterval(() => this.renewLease(), RENEW_LEASE_EVERY_MS);
  }

  /** To be called whenever the replica reads: one whose reading hangs is not announced. */
  announce(): void {
    if (!this.isPreferred || performance.now() - this.announcedAtMs < ANNOUNCE_EVERY_MS) return;
    this.announcedAtMs = performance.now();
    announceReplica(this.redis, this.service, this.instance, this.clock.nowMs()).catch(() => {}); // the connection broke
  }

  /** For a replica that reads no longer. Leaves what waits in its list to the others; callers move what arrives later. */
  async withdraw(): Promise<void> {
    if (!this.isPreferred) return;
    const { redis, service, instance } = this;
    await inTime(Promise.all([withdrawReplica(redis, service, instance), shareWaiting(redis, service, instance)]));
  }

  /** For a replica that has finished the requests that it took. */
  async end(): Promise<void> {
    clearInterval(this.leasing);
    await inTime(endLease(this.redis, this.service, this.instance));
  }

  private renewLease(): void {
    if (isAway(this.redis)) return;
    renewLease(this.redis, this.service, this.instance, this.clock.nowMs()).catch(() => {}); // the connection broke
  }
}

const inTime = (done: Promise<unknown>): Promise<unknown> =>
  Promise.race([done, sleep(WITHDRAW_TIMEOUT_MS, undefined, { ref: false })]).catch(() => {});
