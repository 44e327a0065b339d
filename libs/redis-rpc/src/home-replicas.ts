import { createHash } from 'node:crypto';
import type { BrokerClock, ConnectionLogger } from '@chat/redis';
import type { Redis } from 'ioredis';
import {
  ANNOUNCED_FOR_MS,
  homeList,
  LOOK_FOR_REPLICAS_EVERY_MS,
  MAX_WAITING_AT_HOME,
  OVERLOAD_PAUSE_MS,
  SILENT_AFTER_MS,
} from './limits.js';
import { replicasOf, shareWaiting } from './replicas.js';

/** The replica that a realm's requests go to while it keeps up with them, as one caller sees it. */
export class Home {
  readonly list: string;
  private readonly seed: number;
  private waiting = 0;
  private unheardSinceMs = 0;
  private passedOverUntilMs = 0;

  constructor(
    readonly service: string,
    readonly instance: string,
  ) {
    this.list = homeList(service, instance);
    this.seed = createHash('sha1').update(instance).digest().readUInt32LE();
  }

  /** The replica with the highest rank is the realm's: when one comes or goes, only its own realms move. */
  rankFor(realmId: number): number {
    let bits = Math.imul(this.seed ^ realmId, 0x9e3779b1);
    bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
    return (bits ^ (bits >>> 13)) >>> 0;
  }

  isPassedOver(): boolean {
    return performance.now() < this.passedOverUntilMs;
  }

  passOver(forMs: number): void {
    this.passedOverUntilMs = performance.now() + forMs;
  }

  heedLength(length: number): void {
    if (length > MAX_WAITING_AT_HOME) this.passOver(OVERLOAD_PAUSE_MS);
  }

  asked(): void {
    if (this.waiting++ === 0) this.listenAnew();
  }

  answered(): void {
    this.waiting--;
    this.listenAnew();
  }

  /** No reply is waited for any more: it did not come, or the request was not sent. */
  givenUp(): void {
    this.waiting--;
  }

  isWaitedFor(): boolean {
    return this.waiting > 0;
  }

  isSilent(): boolean {
    return this.isWaitedFor() && performance.now() - this.unheardSinceMs >= SILENT_AFTER_MS;
  }

  listenAnew(): void {
    this.unheardSinceMs = performance.now();
  }
}

interface Replicas {
  lookedAtMs: number;
  homes: Home[];
}

/**
 * Chooses the replica of a service for each realm, for requests that are worked on best together: they share its batches, and what
 * it has in memory. It is a preference of this caller and nothing relies on it: what waits for a replica that falls behind, stops or
 * dies is left to all of them (see `shareWaiting`), and without replicas that announce themselves there are no homes.
 */
export class HomeReplicas {
  private readonly services = new Map<string, Replicas>();
  private readonly waitedFor = new Set<Home>();

  constructor(
    private readonly redis: Redis,
    private readonly clock: BrokerClock,
    private readonly logger: ConnectionLogger | undefined,
  ) {}

  /** Whose list the realm's next request should wait in; undefined: in the list of all. */
  homeOf(service: string, realmId: number): Home | undefined {
    const homes = this.homes(service);
    if (homes.length < 2) return undefined;
    const home = homes.reduce((best, other) => (other.rankFor(realmId) > best.rankFor(realmId) ? other : best));
    if (home.isPassedOver()) return undefined;
    this.waitedFor.add(home);
    return home;
  }

  /** Takes what waits away from homes that do not take it. To be called often while requests wait for replies. */
  relieveSilent(): void {
    for (const home of this.waitedFor) {
      if (!home.isWaitedFor()) this.waitedFor.delete(home);
      else if (home.isSilent()) this.relieve(home).catch(() => {}); // the connection broke; tried again
    }
  }

  private async relieve(home: Home): Promise<void> {
    home.listenAnew();
    const { service, instance } = home;
    const moved = await shareWaiting(this.redis, service, instance);
    // One that has taken all is at work on it.
    if (moved === 0) return;
    home.passOver(ANNOUNCED_FOR_MS);
    this.logger?.warn(
      { service, replica: instance, requests: moved },
      'A replica takes nothing; others take its requests',
    );
  }

  private homes(service: string): readonly Home[] {
    const now = performance.now();
    const replicas = this.services.get(service) ?? { lookedAtMs: Number.NEGATIVE_INFINITY, homes: [] };
    const age = now - replicas.lookedAtMs;
    if (age < LOOK_FOR_REPLICAS_EVERY_MS) return replicas.homes;
    replicas.lookedAtMs = now;
    this.services.set(service, replicas);
    this.look(service, replicas).catch(() => {}); // the connection broke; tried again
    // Who was there before a pause says nothing of who is there now.
    if (age >= ANNOUNCED_FOR_MS) replicas.homes = [];
    return replicas.homes;
  }

  private async look(service: string, replicas: Replicas): Promise<void> {
    const instances = await replicasOf(this.redis, service, this.clock.nowMs());
    const known = new Map(replicas.homes.map((home) => [home.instance, home]));
    replicas.homes = instances.map((instance) => known.get(instance) ?? new Home(service, instance));
  }
}
