import { randomUUID } from 'node:crypto';
import {
  ApiError,
  type ApiErrorData,
  type FieldsOf,
  type ReplyOf,
  type RequestClass,
  type ServiceRequest,
  serviceOf,
  serviceUnavailable,
} from '@chat/contracts';
import { BrokerClock, type ConnectionLogger, connectRedis, disconnect } from '@chat/redis';
import type { Redis } from 'ioredis';
import { InFlight } from './in-flight.js';
import {
  BLOCK_FOR_REPLIES_SECONDS,
  MAX_PENDING_REPLIES,
  REPLY_BATCH,
  REQUEST_TIMEOUT_MS,
  requestList,
  SUSPECT_AFTER_MS,
} from './limits.js';
import { ListReader } from './list-reader.js';
import { decodeReply, encodeRequest, type RequestPacket, transferMsOf } from './packets.js';
import { PreferredReplicas } from './preferred-replicas.js';
import type { RequestContext } from './request-context.js';
import { RequestSender } from './request-sender.js';
import { type RequestTracing, traced } from './tracing.js';
import { type OutgoingCall, type PendingReply, type Sending, UnansweredRequests } from './unanswered-requests.js';

/** Interval of the search for expired and lost requests and for silent replicas. */
const SWEEP_MS = 100;

/**
 * Sends requests to services. A request is executed at most once: one replica pops it, or drops it after its deadline. If no reply
 * comes in time, the promise rejects with a 503. Its outcome is `not_started` if the request was certainly in no list or could be taken
 * out of it again, and `unknown` in every other case. Requests of one caller have no order among each other.
 *
 * Safe for any number of concurrent calls. `close()` rejects the pending ones.
 */
export class RedisTransportClient {
  /** Carries requests; for other short commands that may get lost with the connection. */
  readonly redis: Redis;
  readonly clock: BrokerClock;
  /** Grows with each request that is sent and may change something. A process adds its other changes, such as commits. */
  readonly changes = { count: 0 };
  private readonly replyList = `rpc:reply:${randomUUID()}`;
  /** By packet id. */
  private readonly pending = new InFlight<PendingReply>();
  /** By pattern. */
  private readonly targets = new Map<string, { readonly service: string; readonly list: string }>();
  private nextId = 1;
  private isClosing = false;
  private sweeping: NodeJS.Timeout | undefined;
  private tracing: RequestTracing | undefined;
  private readonly replies: ListReader;
  private readonly preferredReplicas: PreferredReplicas;
  private readonly sender: RequestSender;
  private readonly unanswered: UnansweredRequests;

  constructor(redisUrl: string, { name, logger }: { readonly name: string; readonly logger?: ConnectionLogger }) {
    // A request must not be sent twice: if the connection breaks before Redis replies, the call fails.
    this.redis = connectRedis(redisUrl, { name: `${name}:rpc`, logger, resendAfterReconnect: false });
    this.replies = new ListReader(connectRedis(redisUrl, { name: `${name}:rpc-replies`, logger }), {
      lists: [this.replyList],
      blockSeconds: BLOCK_FOR_REPLIES_SECONDS,
      batch: REPLY_BATCH,
      onPacket: this.settle.bind(this),
    });
    this.clock = new BrokerClock(this.redis);
    this.preferredReplicas = new PreferredReplicas(this.redis, this.clock, logger);
    this.sender = new RequestSender(this.redis, logger);
    const dispatch = this.dispatch.bind(this);
    this.unanswered = new UnansweredRequests(this.pending, this.redis, this.clock, this.replyList, dispatch, logger);
  }

  /** Traces all later requests. */
  traceWith(tracing: RequestTracing): void {
    this.tracing = tracing;
  }

  /** Number of requests without a reply. */
  get pendingReplies(): number {
    return this.pending.size;
  }

  /** By service, the number of requests without a reply in time, and of those rejected because too many wait. */
  get unansweredByService(): ReadonlyMap<string, number> {
    return this.unanswered.counts;
  }

  /** Starts reading replies. Resolves when the clock is known. */
  async connect(): Promise<void> {
    this.replies.start();
    await this.clock.start();
  }

  async close(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.sweeping);
    this.clock.stop();
    for (const [id, { reject, service }] of this.pending) {
      this.pending.take(id);
      reject(serviceUnavailable(service));
    }
    await this.replies.stop();
    disconnect(this.redis);
  }

  /**
   * Sends a request to the service that the pattern of `type` names, or to one replica of it, and resolves with the reply. A request
   * with realm affinity goes to the realm's preferred replica while that keeps up (see {@link PreferredReplicas}). Rejects with the
   * service's `ApiError`, or with a 503.
   */
  async request<Request extends ServiceRequest<unknown>>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
    context: RequestContext,
    instance?: string,
  ): Promise<ReplyOf<Request>> {
    return JSON.parse(await this.requestText(type, fields, context, instance)) as ReplyOf<Request>;
  }

  /** Like {@link request}, but leaves the reply as the JSON text of the service. */
  requestText<Request extends ServiceRequest<unknown>>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
    context: RequestContext,
    instance?: string,
  ): Promise<string> {
    let target = this.targets.get(type.pattern);
    if (target === undefined) {
      const service = serviceOf(type.pattern);
      target = { service, list: requestList(service) };
      this.targets.set(type.pattern, target);
    }
    const { service } = target;
    const list = instance === undefined ? target.list : requestList(service, instance);
    return this.dispatch({ service, list, type, fields, context, isForAnyReplica: instance === undefined });
  }

  /** The deadline (broker time, ms) that the timeout of `type` sets, or `latestMs` if that is earlier. */
  deadlineOf({ timeoutMs = REQUEST_TIMEOUT_MS }: Pick<Sending, 'pattern' | 'timeoutMs'>, latestMs: number): number {
    return Math.min(this.clock.nowMs() + timeoutMs, latestMs);
  }

  private dispatch(call: OutgoingCall): Promise<string> {
    const { service, type, fields, context, isForAnyReplica, isRepetition = false } = call;
    const { pattern, timeoutMs = REQUEST_TIMEOUT_MS, hasRealmAffinity, longTextField } = type;
    const preferred = hasRealmAffinity ? this.preferredReplicas.replicaOf(service, context.realmId) : undefined;
    const list = preferred?.list ?? call.list;
    if (this.isClosing || this.pending.size >= MAX_PENDING_REPLIES || this.sender.isRefusing(list)) {
      this.unanswered.count(service);
      return Promise.reject(serviceUnavailable(service, 'not_started'));
    }
    if (type.isRepeatable !== true) this.changes.count++;
    const id = this.nextId++;
    const sentAtMs = this.clock.nowMs();
    const deadlineMs = context.deadlineMs ?? sentAtMs + timeoutMs;
    const step = this.tracing?.beginCall(pattern, context);
    const packet: RequestPacket = {
      p: pattern,
      i: id,
      r: this.replyList,
      d: Math.round(deadlineMs),
      s: Math.round(sentAtMs),
      m: context.realmId,
      q: context.requestId,
      a: context.asOf,
      t: step?.traceparent ?? context.traceparent,
      b: fields,
      x: longTextField,
    };
    const text = encodeRequest(packet);
    const reply = new Promise<string>((resolve, reject) => {
      // Whether a function allows a repetition is asked only if the request is lost.
      const repeat = type.isRepeatable && !isRepetition ? call : undefined;
      const suspectAtMs = sentAtMs + SUSPECT_AFTER_MS + transferMsOf(text);
      const sent = { service, list, sentAtMs, suspectAtMs, isForAnyReplica };
      this.pending.set(id, { ...sent, type, preferred, deadlineMs, repeat, resolve, reject });
      preferred?.countSent();
      this.sweeping ??= setTimeout(() => this.sweep(), SWEEP_MS);
      this.sender.send({ list, preferred }, text, () => this.unanswered.giveUp(id, 'not_started'));
    });
    return step === undefined ? reply : traced(step, reply);
  }

  private settle(packet: string): void {
    const { id, isOk, text } = decodeReply(packet);
    const pending = this.pending.take(id);
    if (!pending) return;
    pending.preferred?.countEnded(true);
    if (isOk) pending.resolve(text);
    else pending.reject(ApiError.fromData(JSON.parse(text) as ApiErrorData));
  }

  private sweep(): void {
    this.preferredReplicas.relieveSilent();
    if (this.isOneLate()) this.unanswered.search();
    this.sweeping = this.pending.size > 0 ? setTimeout(() => this.sweep(), SWEEP_MS) : undefined;
  }

  /** Whether a request is past its deadline, or so old that it may be lost. Nearly all have their reply before. */
  private isOneLate(): boolean {
    const nowMs = this.clock.nowMs();
    for (const { suspectAtMs, deadlineMs } of this.pending.values()) {
      if (deadlineMs <= nowMs || suspectAtMs <= nowMs) return true;
    }
    return false;
  }
}
