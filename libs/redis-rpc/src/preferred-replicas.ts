import type { BrokerClock, ConnectionLogger } from '@chat/redis';
import type { Redis } from 'ioredis';
import { ANNOUNCED_FOR_MS, LOOK_FOR_REPLICAS_EVERY_MS } from './limits.js';
import { PreferredReplica } from './preferred-replica.js';
import { replicasOf, shareWaiting } from './replicas.js';

interface KnownReplicas {
  readAtMs: number;
  replicas: PreferredReplica[];
}

/**
 * Chooses the replica of a service for each realm, because requests with realm affinity profit from its batches and caches. Only speed
 * relies on the choice: if a replica falls behind, stops or dies, its requests move to the list of all (see `shareWaiting`). If fewer
 * than two replicas announce themselves, none is preferred.
 */
export class PreferredReplicas {
  private readonly services = new Map<string, KnownReplicas>();
  private readonly waitedFor = new Set<PreferredReplica>();

  constructor(
    private readonly redis: Redis,
    private readonly clock: BrokerClock,
    private readonly logger: ConnectionLogger | undefined,
  ) {}

  /** The replica for the realm's next request; undefined: any replica. */
  replicaOf(service: string, realmId: number): PreferredReplica | undefined {
    const replicas = this.replicasOf(service);
    if (replicas.length < 2) return undefined;
    const first = replicas.reduce((best, other) => (other.rankFor(realmId) > best.rankFor(realmId) ? other : best));
    if (first.isPassedOver()) return undefined;
    this.waitedFor.add(first);
    return first;
  }

  /** Moves requests away from replicas that do not take them. To be called often while requests wait for replies. */
  relieveSilent(): void {
    for (const replica of this.waitedFor) {
      if (!replica.isWaitedFor()) this.waitedFor.delete(replica);
      else if (replica.isSilent()) this.relieve(replica).catch(() => {}); // the connection broke; the next call repeats it
    }
  }

  private async relieve(replica: PreferredReplica): Promise<void> {
    replica.restartSilence();
    const { service, instance } = replica;
    const moved = await shareWaiting(this.redis, service, instance);
    // A replica that has taken all its requests is busy, not silent.
    if (moved === 0) return;
    replica.passOver(ANNOUNCED_FOR_MS);
    this.logger?.warn(
      { service, replica: instance, requests: moved },
      'Replica does not read its list; moved its requests to the list of all',
    );
  }

  private replicasOf(service: string): readonly PreferredReplica[] {
    const now = performance.now();
    const known = this.services.get(service) ?? { readAtMs: Number.NEGATIVE_INFINITY, replicas: [] };
    const age = now - known.readAtMs;
    if (age < LOOK_FOR_REPLICAS_EVERY_MS) return known.replicas;
    known.readAtMs = now;
    this.services.set(service, known);
    this.refresh(service, known).catch(() => {}); // the connection broke; the next call repeats it
    // After a pause the known replicas may be gone.
    if (age >= ANNOUNCED_FOR_MS) known.replicas = [];
    return known.replicas;
  }

  private async refresh(service: string, known: KnownReplicas): Promise<void> {
    const instances = await replicasOf(this.redis, service, this.clock.nowMs());
    const byInstance = new Map(known.replicas.map((replica) => [replica.instance, replica]));
    known.replicas = instances.map((name) => byInstance.get(name) ?? new PreferredReplica(service, name));
  }
}
