import { type BrokerClock, type ConnectionLogger, RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';
import { FIND_WAITING } from './find-waiting.lua.js';
import { leasesOf } from './leases.js';
import { HOLDS_TIMEOUT_MS, LAPSED_HOLDS_TIMEOUT_MS, requestList, SUSPECT_AFTER_MS } from './limits.js';
import { packetHead } from './packets.js';

/** A request without a reply yet, as far as it can be looked for. */
export interface SentRequest {
  readonly service: string;
  /** The list that it was put into. */
  readonly list: string;
  readonly sentAtMs: number;
  /** Whether any replica may take it. */
  readonly isForAnyReplica: boolean;
}

/** Resolves with those of the caller's requests that the replica executes now; rejects when it does not say. */
export type AskHolds = (
  service: string,
  instance: string,
  ids: readonly number[],
  timeoutMs: number,
) => Promise<number[]>;

const findWaiting = new RedisScript(FIND_WAITING);

/**
 * Finds the requests that died with a replica. Nothing is recorded per request: only when the lease of a replica has ended while
 * requests are outstanding, the caller looks into the lists and asks every replica which of the others it executes.
 *
 * A request is reported as lost only if no list has it, every replica with a lease has said that it does not execute it, and the
 * replicas without one have said so or nothing. A replica answers from the connection that takes requests, behind everything that
 * it has taken, so a request cannot hide between a list and a replica. A frozen replica may still execute a lost request later.
 * While no replica has a lease, no request is lost.
 */
export class LostRequests {
  private readonly looking = new Set<string>();

  constructor(
    private readonly redis: Redis,
    private readonly clock: BrokerClock,
    private readonly replyList: string,
    private readonly askHolds: AskHolds,
    private readonly onLost: (id: number) => void,
    private readonly logger: ConnectionLogger | undefined,
  ) {}

  /** To be called often while requests are outstanding. */
  look(pending: ReadonlyMap<number, SentRequest>): void {
    const oldMs = this.clock.nowMs() - SUSPECT_AFTER_MS;
    for (const { service, sentAtMs, isForAnyReplica } of pending.values()) {
      if (!isForAnyReplica || sentAtMs > oldMs || this.looking.has(service)) continue;
      this.looking.add(service);
      this.lookAt(service, pending)
        .catch(() => {}) // the connection broke; tried again
        .finally(() => this.looking.delete(service));
    }
  }

  private async lookAt(service: string, pending: ReadonlyMap<number, SentRequest>): Promise<void> {
    const leases = await leasesOf(this.redis, service);
    const nowMs = this.clock.nowMs();
    // Without a replica that could serve the request anew, a lapsed replica may still answer: it only hangs.
    if (!leases.some(({ endsAtMs }) => endsAtMs >= nowMs)) return;
    const lastEndMs = Math.max(...leases.map(({ endsAtMs }) => endsAtMs).filter((endsAtMs) => endsAtMs < nowMs));
    const suspects = [...pending].filter(
      ([, sent]) =>
        sent.isForAnyReplica &&
        sent.service === service &&
        sent.sentAtMs <= Math.min(lastEndMs, nowMs - SUSPECT_AFTER_MS),
    );
    const ids = await this.notWaiting(service, suspects);
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
    this.logger?.warn({ service, requests: lost.length }, 'A replica is gone with requests that it had taken');
    for (const id of lost) this.onLost(id);
  }

  /** Those that no list has any more. */
  private async notWaiting(service: string, sent: readonly (readonly [number, SentRequest])[]): Promise<number[]> {
    if (sent.length === 0) return [];
    const lists = [...new Set([requestList(service), ...sent.map(([, { list }]) => list)])];
    const heads = sent.map(([id]) => packetHead(id, this.replyList));
    const waiting = new Set(await findWaiting.run<number[]>(this.redis, lists, heads));
    return sent.flatMap(([id], place) => (waiting.has(place + 1) ? [] : [id]));
  }
}
