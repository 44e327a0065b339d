import { setTimeout as sleep } from 'node:timers/promises';
import { type BrokerClock, isAway } from '@chat/redis';
import type { Redis } from 'ioredis';
import { ANNOUNCE_EVERY_MS, RENEW_LEASE_EVERY_MS, WITHDRAW_TIMEOUT_MS } from './limits.js';
import { announceReplica, dropLapsedLeases, endLease, renewLease, shareWaiting, withdrawReplica } from './replicas.js';

/** Shows callers that this replica is alive and, if it is a preferred one, that it reads its own list. A replica that hangs does neither. */
export class ReplicaPresence {
  private leasing: NodeJS.Timeout | undefined;
  private announcing: NodeJS.Timeout | undefined;
  /** Redis may have forgotten the lease. */
  private readonly onReady = () => this.show(renewLease);

  constructor(
    private readonly redis: Redis,
    private readonly clock: BrokerClock,
    private readonly service: string,
    private readonly instance: string,
    private readonly isPreferred: boolean,
  ) {}

  start(): void {
    dropLapsedLeases(this.redis, this.service, this.clock.nowMs()).catch(() => {}); // the connection broke
    this.show(renewLease);
    this.leasing = setInterval(() => this.show(renewLease), RENEW_LEASE_EVERY_MS);
    this.redis.on('ready', this.onReady);
    if (!this.isPreferred) return;
    this.show(announceReplica);
    this.announcing = setInterval(() => this.show(announceReplica), ANNOUNCE_EVERY_MS);
  }

  /** To be called after the last read. Other replicas take the requests in the own list; callers move later ones. */
  async withdraw(): Promise<void> {
    clearInterval(this.announcing);
    if (!this.isPreferred) return;
    const { redis, service, instance } = this;
    await inTime([withdrawReplica(redis, service, instance), shareWaiting(redis, service, instance)]);
  }

  /** To be called after the last reply. */
  async end(): Promise<void> {
    clearInterval(this.leasing);
    this.redis.off('ready', this.onReady);
    await inTime([endLease(this.redis, this.service, this.instance)]);
  }

  private show(command: typeof renewLease): void {
    if (isAway(this.redis)) return;
    command(this.redis, this.service, this.instance, this.clock.nowMs()).catch(() => {}); // the connection broke
  }
}

const inTime = (commands: Promise<unknown>[]): Promise<unknown> =>
  Promise.race([Promise.all(commands), sleep(WITHDRAW_TIMEOUT_MS, undefined, { ref: false })]).catch(() => {});
