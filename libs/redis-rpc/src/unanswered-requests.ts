import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiError,
  type Outcome,
  type RequestClass,
  type ServiceRequest,
  serviceUnavailable,
  withOutcome,
} from '@chat/contracts';
import type { BrokerClock, ConnectionLogger } from '@chat/redis';
import type { Redis } from 'ioredis';
import type { InFlight } from './in-flight.js';
import { ANNOUNCED_FOR_MS, requestList, WITHDRAW_REQUESTS_TIMEOUT_MS } from './limits.js';
import { LostRequests, type SentRequest } from './lost-requests.js';
import { HOLDS_PATTERN } from './packets.js';
import type { PreferredReplica } from './preferred-replica.js';
import type { RequestContext } from './request-context.js';
import { waitingRequests } from './waiting-requests.js';

/** The part of a request class that sending needs. */
export type Sending = Pick<
  RequestClass<ServiceRequest<unknown>>,
  'pattern' | 'timeoutMs' | 'hasRealmAffinity' | 'isRepeatable' | 'longTextField'
>;

export interface OutgoingCall {
  readonly service: string;
  /** The list to push to if no replica is preferred. */
  readonly list: string;
  readonly type: Sending;
  readonly fields: unknown;
  readonly context: RequestContext;
  /** False for a request to one instance alone. */
  readonly isForAnyReplica: boolean;
  /**
   * Whether the call repeats a lost request. A repetition is not repeated again: a request that ends the process of a replica must not end
   * all of them.
   */
  readonly isRepetition?: boolean;
}

export interface PendingReply extends SentRequest {
  readonly type: Sending;
  readonly preferred: PreferredReplica | undefined;
  /**
   * The call that may be repeated if the request was lost; undefined if a second execution does harm in any case, or if
   * the request is a repetition itself.
   */
  readonly repeat: OutgoingCall | undefined;
  readonly deadlineMs: number;
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

/** Ends the requests that get no reply: at their deadline, or earlier if they died with a replica ({@link LostRequests}). */
export class UnansweredRequests {
  /** By service, the number of requests without a reply in time, and of those rejected because too many wait. */
  readonly counts = new Map<string, number>();
  private readonly lost: LostRequests;
  /** Past their deadline, while the caller takes them out of their lists. */
  private readonly withdrawing = new Set<number>();

  constructor(
    private readonly pending: InFlight<PendingReply>,
    private readonly redis: Redis,
    private readonly clock: BrokerClock,
    private readonly replyList: string,
    private readonly dispatch: (call: OutgoingCall) => Promise<string>,
    logger: ConnectionLogger | undefined,
  ) {
    const askHolds = this.askHolds.bind(this);
    this.lost = new LostRequests(redis, clock, replyList, askHolds, (id) => this.repeatOrReject(id), logger);
  }

  count(service: string): void {
    this.counts.set(service, (this.counts.get(service) ?? 0) + 1);
  }

  /** To be called often while a request is late. */
  search(): void {
    this.lost.search(this.pending);
    const nowMs = this.clock.nowMs();
    const expired = [...this.pending].filter(([id, sent]) => sent.deadlineMs <= nowMs && !this.withdrawing.has(id));
    if (expired.length > 0) void this.withdraw(expired);
  }

  /** Removes a request. To be called once it is certain that it gets no reply. */
  giveUp(id: number, outcome: Outcome): void {
    const pending = this.pending.take(id);
    if (pending === undefined) return;
    const { type, preferred, service, reject } = pending;
    preferred?.countEnded(false);
    // A replica may leave a request of the transport itself without a reply.
    if (type.pattern !== HOLDS_PATTERN) this.count(service);
    reject(serviceUnavailable(service, outcome));
  }

  /** Gives up requests past their deadline. A request that was still in a list is taken out, so no replica can start it. */
  private async withdraw(expired: readonly (readonly [number, PendingReply])[]): Promise<void> {
    for (const [id] of expired) this.withdrawing.add(id);
    const removed = waitingRequests(this.redis, this.replyList, expired, 'remove').catch(() => new Set<number>());
    // While Redis is away nothing is known, and the client waits no longer.
    const nothing = sleep(WITHDRAW_REQUESTS_TIMEOUT_MS, new Set<number>(), { ref: false });
    const withdrawn = await Promise.race([removed, nothing]);
    for (const [id] of expired) {
      this.withdrawing.delete(id);
      this.giveUp(id, withdrawn.has(id) ? 'not_started' : 'unknown');
    }
  }

  /** Repeats a request that died with a replica, once, or rejects it. */
  private repeatOrReject(id: number): void {
    const pending = this.pending.get(id);
    if (pending === undefined) return;
    const { preferred, repeat, deadlineMs, resolve, reject } = pending;
    preferred?.passOver(ANNOUNCED_FOR_MS);
    if (repeat === undefined || !isRepeatable(repeat)) {
      this.giveUp(id, 'unknown');
      return;
    }
    this.pending.take(id);
    preferred?.countEnded(false);
    const context = { ...repeat.context, deadlineMs };
    this.dispatch({ ...repeat, context, isRepetition: true }).then(resolve, (error: unknown) => {
      // The first execution may have done its work, so the end of the second proves nothing.
      reject(error instanceof ApiError ? withOutcome(error, 'unknown') : (error as Error));
    });
  }

  private async askHolds(service: string, instance: string, ids: readonly number[], timeoutMs: number) {
    const type = { pattern: HOLDS_PATTERN, timeoutMs };
    const context = { realmId: 0, requestId: 'rpc' };
    const list = requestList(service, instance);
    const call = { service, list, type, fields: ids, context, isForAnyReplica: false };
    return JSON.parse(await this.dispatch(call)) as number[];
  }
}

const isRepeatable = ({ type: { isRepeatable = false }, fields }: OutgoingCall): boolean =>
  typeof isRepeatable === 'function' ? isRepeatable(fields as never) : isRepeatable;
