import { createHash, randomBytes } from 'node:crypto';
import { EVENT_SHARDS, EVENT_SHARDS_CHANNEL } from '@chat/contracts';
import { disconnect, untilAnswered } from '@chat/redis';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { type RedisEpoch, RedisEpochs } from '../epochs/redis-epochs.js';
import { EventSettings } from '../event-settings.js';
import { showHeld } from './fan-out-metrics.js';
import { LostShards } from './lost-shards.js';
import { Shard, type ShardEnd } from './shard.js';
import { ShardLeases } from './shard-leases.js';
import { ShardParts } from './shard-parts.js';

/** Interval of checks while no session begins or ends and every shard has its preferred holder. */
export const LOOK_AT_HOLDERS_EVERY_MS = 5_000;
/** Interval of storing the cursors of shards without events. */
const SAVE_CURSORS_EVERY_MS = 5_000;
/** Shards that are handed over or taken at the same time. */
const MAX_PARALLEL_CHANGES = 16;

/**
 * Takes and releases shards, so that each shard is held by the live replica that rendezvous hashing prefers. It takes a preferred shard
 * when the session of its holder has ended, and releases a shard when another live replica is preferred. A replica that misses its
 * renewal ends all its shards and opens a new session; fencing tokens stop writes under the old one.
 */
@Injectable()
export class ShardKeeper {
  private readonly leases: ShardLeases;
  private readonly subscriber: Redis;
  private session = '';
  private sessions: readonly string[] = [];
  private timers: NodeJS.Timeout[] = [];
  private balancing: Promise<void> | undefined;
  private isBalanceDue = false;
  /** The sessions for which every shard had its preferred holder, and the time of that check. */
  private balancedBy: readonly string[] | undefined;
  private balancedAtMs = 0;
  private isClosing = false;
  private handingOver: Promise<void> | undefined;
  private readonly lost: LostShards;
  private readonly onReconnect = () => void this.epochs.check().catch(() => {});

  constructor(
    private readonly resources: ServiceResources,
    private readonly settings: EventSettings,
    private readonly epochs: RedisEpochs,
    readonly parts: ShardParts,
  ) {
    this.leases = new ShardLeases(resources.redis);
    this.subscriber = resources.connect('shards');
    this.lost = new LostShards(epochs, resources.logger, () => {
      if (!this.isClosing) this.balanceSoon();
    });
    epochs.follow({
      versions: () => [...parts.held.versions(), ...this.lost.versions()],
      onEpoch: (epoch) => this.beginEpoch(epoch),
    });
  }

  async start(): Promise<void> {
    await this.epochs.check();
    this.parts.follower.start(this.epochs.current);
    await this.openSession();
    this.subscriber.on('message', () => this.balanceSoon());
    await untilAnswered(this.subscriber, () => this.subscriber.subscribe(EVENT_SHARDS_CHANNEL));
    this.resources.redis.on('ready', this.onReconnect);
    const { renewEveryMs } = this.settings.leaseTimes;
    this.timers = [
      setInterval(() => void this.renewAndBalance(), renewEveryMs),
      setInterval(() => this.saveCursors(), SAVE_CURSORS_EVERY_MS),
    ];
    await this.leases.announce();
    await this.balance();
  }

  /**
   * Releases all shards and takes none any more. Meanwhile requests to this replica fail at once, and their callers repeat them at the new
   * holder. Never rejects: if Redis is away, other replicas take the shards when the session has expired.
   */
  handOver(): Promise<void> {
    this.handingOver ??= this.handOverAll();
    return this.handingOver;
  }

  async close(): Promise<void> {
    await this.handOver();
    await this.parts.follower.close();
    disconnect(this.subscriber);
  }

  /** The shard if this replica holds it now. */
  shard(number: number): Shard | undefined {
    return this.parts.held.get(number);
  }

  shards(): Shard[] {
    return this.parts.held.all();
  }

  private async handOverAll(): Promise<void> {
    this.isClosing = true;
    for (const timer of this.timers) clearInterval(timer);
    this.resources.redis.off('ready', this.onReconnect);
    try {
      await this.balancing;
      await this.leases.endSession(this.session);
      await inParallel(this.parts.held.all(), (shard) => this.release(shard));
    } catch (error) {
      this.parts.logger.warn(
        { err: error },
        'Shards were not released; other replicas take them when the session has expired',
      );
      this.parts.held.endAll('released');
    }
  }

  private async openSession(): Promise<void> {
    this.session = `${this.resources.settings.instance}#${randomBytes(6).toString('hex')}`;
    this.sessions = (await this.leases.renew(this.session, this.settings.leaseTimes.lifetimeMs, 'open')) ?? [];
  }

  private async renew(): Promise<void> {
    const { session } = this;
    try {
      // The check comes first: a new epoch prolongs the sessions.
      const [, sessions] = await Promise.all([
        this.epochs.check(),
        this.leases.renew(session, this.settings.leaseTimes.lifetimeMs, 'renew'),
      ]);
      if (this.isClosing || session !== this.session) return;
      if (sessions) {
        this.sessions = sessions;
        return;
      }
      this.parts.logger.warn({ session }, 'Session expired before it was renewed; starting over');
      this.parts.held.endAll('lease lost');
      await this.openSession();
      this.balanceSoon();
    } catch (error) {
      if (!this.isClosing) this.parts.logger.warn({ err: error }, 'Session could not be renewed');
    }
  }

  /** Does not wait for balancing, which may take longer than the time between renewals. */
  private async renewAndBalance(): Promise<void> {
    await this.renew();
    if (!this.balancing && !this.isBalanced()) this.balanceSoon();
  }

  private isBalanced(): boolean {
    const { balancedBy, sessions } = this;
    const isOld = performance.now() - this.balancedAtMs >= LOOK_AT_HOLDERS_EVERY_MS;
    return !isOld && balancedBy?.join() === sessions.join();
  }

  private balanceSoon(): void {
    this.balance().catch((error) => {
      if (!this.isClosing) this.parts.logger.warn({ err: error }, 'Shards could not be balanced; trying again');
    });
  }

  /** One run at a time. A call during a run makes it run again. */
  private balance(): Promise<void> {
    this.isBalanceDue = true;
    this.balancing ??= this.balanceWhileDue().finally(() => {
      this.balancing = undefined;
    });
    return this.balancing;
  }

  private async balanceWhileDue(): Promise<void> {
    while (this.isBalanceDue && !this.isClosing) {
      this.isBalanceDue = false;
      // The replica that announced a change may have started or stopped since the last renewal.
      await this.renew();
      await this.balanceOnce();
    }
  }

  private async balanceOnce(): Promise<void> {
    const { session, sessions } = this;
    const { isBalanced, toRelease, toTake } = this.planMoves(await this.leases.holders(), session, sessions);
    this.balancedBy = isBalanced ? sessions : undefined;
    this.balancedAtMs = performance.now();
    await Promise.all([
      inParallel(toRelease, (shard) => this.release(shard)),
      inParallel(toTake, ({ number, from }) => this.take(number, from, session)),
    ]);
  }

  /** Compares the holder of each shard with the preferred one. Ends shards that another replica has taken. */
  private planMoves(holders: readonly string[], session: typeof this.session, sessions: readonly string[]) {
    const living = new Set(sessions);
    const toRelease: Shard[] = [];
    const toTake: { number: number; from: string }[] = [];
    let isBalanced = true;
    for (let number = 0; number < EVENT_SHARDS; number++) {
      const holder = holders[number] as string;
      const shard = this.parts.held.get(number);
      const isOwn = holder === session;
      const isPreferred = preferredHolder(number, sessions) === session;
      if ((shard !== undefined && isOwn) !== isPreferred) isBalanced = false;
      if (shard === undefined) {
        if (isOwn || (isPreferred && !living.has(holder))) toTake.push({ number, from: holder });
      } else if (!isOwn) shard.end('lease lost');
      else if (!isPreferred) toRelease.push(shard);
    }
    return { isBalanced, toRelease, toTake };
  }

  private async take(number: number, from: string, session: string): Promise<void> {
    if (this.isClosing || session !== this.session) return;
    const { instance } = this.resources.settings;
    const taken = await this.leases.take(number, from, session, instance, this.epochs.current);
    if (!taken) return;
    const shard = new Shard(number, this.parts, taken, (ended, end) => this.onEnd(ended, end));
    this.parts.held.add(shard);
    await shard.begin().catch(() => {}); // a failure ends the shard and logs the error
  }

  private async release(shard: Shard): Promise<void> {
    await shard.stop();
    await this.leases.release(shard.number, shard.fencingToken);
  }

  private onEnd(shard: Shard, end: ShardEnd): void {
    this.parts.held.remove(shard);
    this.balancedBy = undefined;
    if (end === 'released' || end === 'new epoch') return;
    if (!this.isClosing) this.lost.add(shard, end);
  }

  private beginEpoch(epoch: RedisEpoch): void {
    this.parts.held.endAll('new epoch');
    this.lost.forget();
    this.parts.follower.startOver(epoch);
    if (!this.isClosing) this.balanceSoon();
  }

  private saveCursors(): void {
    let queues = 0;
    for (const shard of this.parts.held.all()) {
      queues += shard.queueCount;
      shard.saveCursors().catch(() => {});
    }
    showHeld(this.parts.held.size, queues);
  }
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items];
  const workers = Array.from({ length: Math.min(MAX_PARALLEL_CHANGES, rest.length) }, async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  });
  await Promise.all(workers);
}

/** The member with the highest weight for the shard. A member that comes or goes changes the holder of its own shards only. */
function preferredHolder(shard: number, members: readonly string[]): string | undefined {
  const weighted = members.map((member) => ({
    member,
    weight: createHash('md5').update(`${shard} ${member}`).digest('hex'),
  }));
  return weighted.sort((one, other) => (one.weight < other.weight ? 1 : -1))[0]?.member;
}
