import { type BrokerClock, type ConnectionLogger, untilAnswered } from '@chat/redis';
import type { Redis } from 'ioredis';
import type { InFlight } from './in-flight.js';
import { HOLDS_TIMEOUT_MS, LAPSED_HOLDS_TIMEOUT_MS, RENEWED_AFTER_MS } from './limits.js';
import { leasesOf } from './replicas.js';
import { waitingRequests } from './waiting-requests.js';

/** A request without a reply. */
export interface SentRequest {
  readonly service: string;
  /** The list that it was pushed to. */
  readonly list: string;
  readonly sentAtMs: number;
  /** Earlier, the caller does not search for the request: nearly all have their reply by then. */
  readonly suspectAtMs: number;
  /** False for a request to one instance alone. */
  readonly isForAnyReplica: boolean;
}

/**
 * Finds the requests that died with a replica, or with data or connections of Redis. Nothing is recorded per request: the caller searches
 * the lists and asks the replicas only if the lease of a replica has ended, or the connection was made anew, while requests are outstanding.
 *
 * A request is lost if no list has it, every replica with a lease denies that it executes it, and the replicas without a lease deny
 * it or do not reply. A replica replies in order with the requests that it takes, so a request cannot hide between a list and a
 * replica. A frozen replica may still execute a lost request later. While no replica has a lease, no request is lost.
 */
export class LostRequests {
  private readonly searching = new Set<string>();
  private connectedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly redis: Redis,
    private readonly clock: BrokerClock,
    private readonly replyList: string,
    /** Resolves with the ids of the caller's requests that the replica executes now; rejects if the replica does not reply. */
    private readonly askHolds: (
      service: string,
      instance: string,
      ids: number[],
      timeoutMs: number,
    ) => Promise<number[]>,
    private readonly onLost: (id: number) => void,
    private readonly logger: ConnectionLogger | undefined,
  ) {
    redis.on('ready', () => {
      this.connectedAtMs = clock.nowMs();
    });
  }

  /** To be called often while a request is suspect. */
  search(pending: InFlight<SentRequest>): void {
    const nowMs = this.clock.nowMs();
    for (const { service, suspectAtMs, isForAnyReplica } of pending.values()) {
      if (!isForAnyReplica || suspectAtMs > nowMs || this.searching.has(service)) continue;
      this.searching.add(service);
      this.searchIn(service, pending)
        .catch(() => {}) // the next call repeats it
        .finally(() => this.searching.delete(service));
    }
  }

  private async searchIn(service: string, pending: InFlight<SentRequest>): Promise<void> {
    const leases = await untilAnswered(this.redis, () => leasesOf(this.redis, service));
    const nowMs = this.clock.nowMs();
    // Without another replica a repetition is pointless, and the lapsed replica may only hang.
    if (!leases.some(({ endsAtMs }) => endsAtMs >= nowMs)) return;
    const lastEndMs = Math.max(...leases.map(({ endsAtMs }) => endsAtMs).filter((endsAtMs) => endsAtMs < nowMs));
    const haveRenewed = nowMs - this.connectedAtMs >= RENEWED_AFTER_MS;
    const lostBeforeMs = haveRenewed ? Math.max(lastEndMs, this.connectedAtMs) : lastEndMs;
    const suspects = [...pending].filter(
      ([, sent]) =>
        sent.isForAnyReplica && sent.service === service && sent.sentAtMs <= lostBeforeMs && sent.suspectAtMs <= nowMs,
    );
    const ids = await this.notWaiting(suspects);
    if (ids.length === 0) return;
    const held = await Promise.all(
      leases.map(async ({ instance, endsAtMs }) => {
        if (endsAtMs >= nowMs) return this.askHolds(service, instance, ids, HOLDS_TIMEOUT_MS);
        return this.askHolds(service, instance, ids, LAPSED_HOLDS_TIMEOUT_MS).catch(() => []);
      }),
    );
    const isHeld = new Set(held.flat());
    const lost = ids.filter((id) => !isHeld.has(id) && pending.has(id));
    if (lost.length === 0) return;
    this.logger?.warn(
      { service, requests: lost.length },
      'Requests were lost with a replica or a failure of Redis; repeats or rejects them',
    );
    for (const id of lost) this.onLost(id);
  }

  /** Ids of the requests that no list has. */
  private async notWaiting(sent: readonly (readonly [number, SentRequest])[]): Promise<number[]> {
    if (sent.length === 0) return [];
    const find = () => waitingRequests(this.redis, this.replyList, sent, 'find');
    const waiting = await untilAnswered(this.redis, find);
    return sent.flatMap(([id]) => (waiting.has(id) ? [] : [id]));
  }
}
