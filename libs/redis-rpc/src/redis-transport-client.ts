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
import { BrokerClock, type ConnectionLogger, connectRedis, giveUp } from '@chat/redis';
import type { Redis } from 'ioredis';
import {
  ANNOUNCED_FOR_MS,
  BLOCK_FOR_REPLIES_SECONDS,
  MAX_PENDING_REPLIES,
  REPLY_BATCH,
  REQUEST_TIMEOUT_MS,
  requestList,
} from './limits.js';
import { ListReader } from './list-reader.js';
import { LostRequests, type SentRequest } from './lost-requests.js';
import { decodeReply, HOLDS_PATTERN, type RequestPacket } from './packets.js';
import { type PreferredReplica, PreferredReplicas } from './preferred-replicas.js';
import type { RequestContext, RequestTracing, TracedStep } from './request-context.js';
import { RequestSender } from './request-sender.js';

/** Interval of the search for expired and lost requests and for silent replicas. */
const SWEEP_MS = 100;

type Sending = Pick<
  RequestClass<ServiceRequest<unknown>>,
  'pattern' | 'timeoutMs' | 'hasRealmAffinity' | 'isRepeatable'
>;

interface OutgoingCall {
  readonly service: string;
  readonly type: Sending;
  readonly fields: unknown;
  readonly context: RequestContext;
  /** The one replica that may take the request. */
  readonly instance?: string | undefined;
  readonly isRepetition?: boolean;
}

interface PendingReply extends SentRequest {
  readonly preferred: PreferredReplica | undefined;
  /** The call to repeat if the request was lost; undefined if a second execution could do harm. */
  readonly repeat: OutgoingCall | undefined;
  /** A request of the transport itself. Without a reply it does not count as unanswered. */
  readonly isControl: boolean;
  readonly deadlineMs: number;
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Sends requests to services. A request is executed at most once: one replica pops it, or drops it after its deadline. If no reply
 * comes in time, or the connection breaks while the request is being sent, the promise rejects with a 503 and **it is unknown whether
 * the request was executed**. Requests of one caller have no order among each other.
 *
 * Safe for any number of concurrent calls. `close()` rejects the pending ones.
 */
export class RedisTransportClient {
  /** Carries requests; for other short commands that may get lost with the connection. */
  readonly redis: Redis;
  readonly clock: BrokerClock;
  private readonly replyList = `rpc:reply:${randomUUID()}`;
  /** By packet id. */
  private readonly pending = new Map<number, PendingReply>();
  private readonly unanswered = new Map<string, number>();
  private nextId = 1;
  private isClosing = false;
  private sweeping: NodeJS.Timeout | undefined;
  private tracing: RequestTracing | undefined;
  private readonly replies: ListReader;
  private readonly preferredReplicas: PreferredReplicas;
  private readonly sender: RequestSender;
  private readonly lost: LostRequests;

  constructor(redisUrl: string, { name, logger }: { readonly name: string; readonly logger?: ConnectionLogger }) {
    // A request must not be sent twice: if the connection breaks before Redis replies, the call fails.
    this.redis = connectRedis(redisUrl, { name: `${name}:rpc`, logger, resendAfterReconnect: false });
    this.replies = new ListReader(connectRedis(redisUrl, { name: `${name}:rpc-replies`, logger }), {
      lists: [this.replyList],
      blockSeconds: BLOCK_FOR_REPLIES_SECONDS,
      room: () => REPLY_BATCH,
      onPacket: (packet) => this.settle(packet),
    });
    this.clock = new BrokerClock(this.redis);
    this.preferredReplicas = new PreferredReplicas(this.redis, this.clock, logger);
    this.sender = new RequestSender(this.redis, logger);
    this.lost = new LostRequests(
      this.redis,
      this.clock,
      this.replyList,
      (...asked) => this.askHolds(...asked),
      (id) => this.repeatOrReject(id),
      logger,
    );
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
    return this.unanswered;
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
    for (const { reject, service } of this.pending.values()) reject(serviceUnavailable(service));
    this.pending.clear();
    await this.replies.stop();
    giveUp(this.redis);
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
    return this.dispatch({ service: serviceOf(type.pattern), type, fields, context, instance });
  }

  /** The deadline (broker time, ms) that the timeout of `type` sets, or `latestMs` if that is earlier. */
  deadlineOf({ timeoutMs = REQUEST_TIMEOUT_MS }: Pick<Sending, 'pattern' | 'timeoutMs'>, latestMs: number): number {
    return Math.min(this.clock.nowMs() + timeoutMs, latestMs);
  }

  private dispatch(call: OutgoingCall): Promise<string> {
    const { service, type, fields, context, instance } = call;
    const { pattern, timeoutMs = REQUEST_TIMEOUT_MS, hasRealmAffinity } = type;
    const preferred = hasRealmAffinity ? this.preferredReplicas.replicaOf(service, context.realmId) : undefined;
    const list = preferred?.list ?? requestList(service, instance);
    if (this.isClosing || this.pending.size >= MAX_PENDING_REPLIES || this.sender.isRefusing(list)) {
      this.countUnanswered(service);
      return Promise.reject(serviceUnavailable(service));
    }
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
    };
    const text = JSON.stringify(packet);
    const reply = new Promise<string>((resolve, reject) => {
      const repeat = isRepeatable(call) ? call : undefined;
      const sent = { service, list, sentAtMs, isForAnyReplica: instance === undefined };
      const isControl = pattern === HOLDS_PATTERN;
      this.pending.set(id, { ...sent, isControl, preferred, deadlineMs, repeat, resolve, reject });
      preferred?.countSent();
      this.sweeping ??= setTimeout(() => this.sweep(), SWEEP_MS);
      this.sender.send({ list, preferred }, text);
    });
    return step === undefined ? reply : traced(step, reply);
  }

  private settle(packet: string): void {
    const { id, isOk, text } = decodeReply(packet);
    const pending = this.pending.get(id);
    if (!pending) return;
    this.pending.delete(id);
    pending.preferred?.countEnded(true);
    if (isOk) pending.resolve(text);
    else pending.reject(ApiError.fromData(JSON.parse(text) as ApiErrorData));
  }

  private sweep(): void {
    this.preferredReplicas.relieveSilent();
    this.lost.search(this.pending);
    const nowMs = this.clock.nowMs();
    for (const [id, pending] of this.pending) if (pending.deadlineMs <= nowMs) this.giveUp(id, pending);
    this.sweeping = this.pending.size > 0 ? setTimeout(() => this.sweep(), SWEEP_MS) : undefined;
  }

  /** Repeats a request that died with a replica, once, or rejects it. */
  private repeatOrReject(id: number): void {
    const pending = this.pending.get(id);
    if (pending === undefined) return;
    const { preferred, repeat, deadlineMs, resolve, reject } = pending;
    preferred?.passOver(ANNOUNCED_FOR_MS);
    if (repeat === undefined) {
      this.giveUp(id, pending);
      return;
    }
    this.pending.delete(id);
    preferred?.countEnded(false);
    const context = { ...repeat.context, deadlineMs };
    // Only once: a request that ends the process of a replica must not end all of them.
    this.dispatch({ ...repeat, context, isRepetition: true }).then(resolve, reject);
  }

  private giveUp(id: number, { preferred, service, isControl, reject }: PendingReply): void {
    this.pending.delete(id);
    preferred?.countEnded(false);
    if (!isControl) this.countUnanswered(service);
    reject(serviceUnavailable(service));
  }

  private countUnanswered(service: string): void {
    this.unanswered.set(service, (this.unanswered.get(service) ?? 0) + 1);
  }

  private async askHolds(service: string, instance: string, ids: readonly number[], timeoutMs: number) {
    const type = { pattern: HOLDS_PATTERN, timeoutMs };
    const context = { realmId: 0, requestId: 'rpc' };
    return JSON.parse(await this.dispatch({ service, type, fields: ids, context, instance })) as number[];
  }
}

function isRepeatable({ type: { isRepeatable = false }, fields, isRepetition = false }: OutgoingCall): boolean {
  if (isRepetition) return false;
  return typeof isRepeatable === 'function' ? isRepeatable(fields as never) : isRepeatable;
}

async function traced(step: TracedStep, reply: Promise<string>): Promise<string> {
  try {
    const text = await reply;
    step.end('ok');
    return text;
  } catch (error) {
    step.end(error instanceof ApiError && error.status < 500 ? 'refused' : 'failed');
    throw error;
  }
}
