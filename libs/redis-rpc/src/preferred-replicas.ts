import { createHash } from 'node:crypto';
import type { BrokerClock, ConnectionLogger } from '@chat/redis';
import type { Redis } from 'ioredis';
import {
  ANNOUNCED_FOR_MS,
  LOOK_FOR_REPLICAS_EVERY_MS,
  MAX_WAITING_AT_PREFERRED,
  OVERLOAD_PAUSE_MS,
  preferredList,
  SILENT_AFTER_MS,
} from './limits.js';
import { replicasOf, shareWaiting } from './replicas.js';

/** The replica that a realm's requests go to while it keeps up with them, as one caller sees it. */
export class PreferredReplica {
  readonly list: string;
  private readonly seed: number;
  private waiting = 0;
  private unheardSinceMs = 0;
  private passedOverUntilMs = 0;

  constructor(
    readonly service: string,
    readonly instance: string,
  ) {
    this.list = preferredList(service, instance);
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

  applyLength(length: number): void {
    if (length > MAX_WAITING_AT_PREFERRED) this.passOver(OVERLOAD_PAUSE_MS);
  }

  countSent(): void {
    if (this.waiting++ === 0) this.listenAnew();
  }

  countReply(): void {
    this.waiting--;
    this.listenAnew();
  }

  /** No reply is waited for any more: it did not come, or the request was not sent. */
  countGivenUp(): void {
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

interface KnownReplicas {
  lookedAtMs: number;
  replicas: PreferredReplica[];
}

/**
 * Chooses the replica of a service for each realm, for requests that are worked on best together: they share its batches, and what
 * it has in memory. It is a preference of this caller and nothing relies on it: what waits for a replica that falls behind, stops or
 * dies is left to all of them (see `shareWaiting`), and if fewer than two replicas announce themselves, none is preferred.
 */
export class PreferredReplicas {
  private readonly services = new Map<string, KnownReplicas>();
  private readonly waitedFor = new Set<PreferredReplica>();

  constructor(
    private readonly redis: Redis,
    private readonly clock: BrokerClock,
    private readonly logger: ConnectionLogger | undefined,
  ) {}

  /** The replica whose list the realm's next request should wait in; undefined: in the list of all. */
  replicaOf(service: string, realmId: number): PreferredReplica | undefined {
    const replicas = this.replicasOf(service);
    if (replicas.length < 2) return undefined;
    const first = replicas.reduce((best, other) => (other.rankFor(realmId) > best.rankFor(realmId) ? other : best));
    if (first.isPassedOver()) return undefined;
    this.waitedFor.add(first);
    return first;
  }

  /** Moves waiting requests away from replicas that do not take them. To be called often while requests wait for replies. */
  relieveSilent(): void {
    for (const replica of this.waitedFor) {
      if (!replica.isWaitedFor()) this.waitedFor.delete(replica);
      else if (replica.isSilent()) this.relieve(replica).catch(() => {}); // the connection broke; tried again
    }
  }

  private async relieve(replica: PreferredReplica): Promise<void> {
    replica.listenAnew();
    const { service, instance } = replica;
    const moved = await shareWaiting(this.redis, service, instance);
    // One that has taken all is at work on it.
    if (moved === 0) return;
    replica.passOver(ANNOUNCED_FOR_MS);
    this.logger?.warn(
      { service, replica: instance, requests: moved },
      'A replica takes nothing; others take its requests',
    );
  }

  private replicasOf(service: string): readonly PreferredReplica[] {
    const now = performance.now();
    const known = this.services.get(service) ?? { lookedAtMs: Number.NEGATIVE_INFINITY, replicas: [] };
    const age = now - known.lookedAtMs;
    if (age < LOOK_FOR_REPLICAS_EVERY_MS) return known.replicas;
    known.lookedAtMs = now;
    this.services.set(service, known);
    this.look(service, known).catch(() => {}); // the connection broke; tried again
    // Who was there before a pause says nothing of who is there now.
    if (age >= ANNOUNCED_FOR_MS) known.replicas = [];
    return known.replicas;
  }

  private async look(service: string, known: KnownReplicas): Promise<void> {
    const instances = await replicasOf(this.redis, service, this.clock.nowMs());
    const byInstance = new Map(known.replicas.map((replica) => [replica.instance, replica]));
    known.replicas = instances.map((name) => byInstance.get(name) ?? new PreferredReplica(service, name));
  }
}
