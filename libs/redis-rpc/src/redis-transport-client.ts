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
import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import type { Redis } from 'ioredis';
import { ANNOUNCED_FOR_MS, MAX_PENDING_REPLIES, REQUEST_TIMEOUT_MS, requestList } from './limits.js';
import { LostRequests } from './lost-requests.js';
import { isRepeatable, type OutgoingCall, sendingOf } from './outgoing-call.js';
import { decodeReply, HOLDS_PATTERN, type RequestPacket } from './packets.js';
import { PendingReplies } from './pending-replies.js';
import { PreferredReplicas } from './preferred-replicas.js';
import { ReplyReader } from './reply-reader.js';
import type { RequestContext } from './request-context.js';
import { RequestSender } from './request-sender.js';
import { type RequestTracing, untilReply } from './request-tracing.js';

/** How often replies that never came are given up, and replicas that take nothing are seen. */
const SWEEP_MS = 100;

/**
 * Asks services. A request is executed at most once: it is popped by one replica, or dropped when its deadline has
 * passed. When the reply does not come in time, or the connection broke while the request was being sent, the promise is
 * rejected with a 503 and **it is unknown whether the request was executed**; a caller that wants to try again must
 * make its request idempotent. Requests of one caller are not ordered among each other.
 *
 * Safe for any number of concurrent calls; `close()` rejects what is still waiting.
 */
export class RedisTransportClient extends ClientProxy {
  private readonly replyList = `rpc:reply:${randomUUID()}`;
  private readonly pending = new PendingReplies();
  private nextId = 1;
  private isConnected = false;
  private isClosing = false;
  private sweep: NodeJS.Timeout | undefined;
  private tracing: RequestTracing | undefined;
  private readonly commands: Redis;
  private readonly replies: ReplyReader;
  private readonly preferredReplicas: PreferredReplicas;
  private readonly sender: RequestSender;
  private readonly lost: LostRequests;
  readonly clock: BrokerClock;

  constructor(
    redisUrl: string,
    { name, logger }: { readonly name: string; readonly logger?: ConnectionLogger } = { name: 'client' },
  ) {
    super();
    // A request must not be sent twice: if the connection breaks before Redis answered, the caller is told.
    this.commands = connectRedis(redisUrl, { name: `${name}:rpc`, logger, resendAfterReconnect: false });
    const replyConnection = connectRedis(redisUrl, { name: `${name}:rpc-replies`, logger });
    this.replies = new ReplyReader(replyConnection, this.replyList, (packet) => this.settle(packet));
    this.clock = new BrokerClock(this.commands);
    this.preferredReplicas = new PreferredReplicas(this.commands, this.clock, logger);
    this.sender = new RequestSender(this.commands, logger);
    this.lost = new LostRequests(
      this.commands,
      this.clock,
      this.replyList,
      (...asked) => this.askHolds(...asked),
      (id) => this.repeatOrReject(id),
      logger,
    );
  }

  /** From now on requests are traced. */
  traceWith(tracing: RequestTracing): void {
    this.tracing = tracing;
  }

  /** Requests that wait for their reply now. */
  get pendingReplies(): number {
    return this.pending.size;
  }

  /** By service, how many requests were given up because no reply came in time, or refused because too many wait. */
  get unansweredByService(): ReadonlyMap<string, number> {
    return this.pending.unansweredByService;
  }

  async connect(): Promise<void> {
    if (this.isConnected) return;
    this.isConnected = true;
    this.replies.start();
    await this.clock.start();
  }

  /**
   * Asks the service that `type`'s pattern names, or one replica of it alone, and resolves with its reply. What has realm affinity
   * goes to the realm's preferred replica while that keeps up (see {@link PreferredReplicas}).
   */
  async request<Request extends ServiceRequest<unknown>>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
    context: RequestContext,
    instance?: string,
  ): Promise<ReplyOf<Request>> {
    return JSON.parse(await this.requestText(type, fields, context, instance)) as ReplyOf<Request>;
  }

  /** Like {@link request}, but leaves the reply as the JSON text that the service wrote. */
  requestText<Request extends ServiceRequest<unknown>>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
    context: RequestContext,
    instance?: string,
  ): Promise<string> {
    return this.dispatch({ ...sendingOf(type), body: fields, context, instance });
  }

  async close(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.sweep);
    this.clock.stop();
    this.pending.rejectAll();
    await this.replies.close();
    giveUp(this.commands);
  }

  unwrap<T>(): T {
    return this.commands as T;
  }

  private dispatch(call: OutgoingCall): Promise<string> {
    const { pattern, body, context, instance } = call;
    const service = call.service ?? serviceOf(pattern);
    const preferred =
      call.hasRealmAffinity === true ? this.preferredReplicas.replicaOf(service, context.realmId) : undefined;
    const list = preferred?.list ?? requestList(service, instance);
    if (this.isClosing || this.pending.size >= MAX_PENDING_REPLIES || this.sender.isRefusing(list)) {
      this.pending.countUnanswered(service);
      return Promise.reject(serviceUnavailable(service));
    }
    const id = this.nextId++;
    const nowMs = this.clock.nowMs();
    const deadlineMs = context.deadlineMs ?? nowMs + call.timeoutMs;
    const step = this.tracing?.beginCall(pattern, context);
    const packet: RequestPacket = {
      p: pattern,
      i: id,
      r: this.replyList,
      d: Math.round(deadlineMs),
      s: Math.round(nowMs),
      m: context.realmId,
      q: context.requestId,
      a: context.asOf,
      t: step?.traceparent ?? context.traceparent,
      b: body,
    };
    const text = JSON.stringify(packet);
    const reply = new Promise<string>((resolve, reject) => {
      const repeat = isRepeatable(call) ? call : undefined;
      const isForAnyReplica = instance === undefined;
      const sent = { service, list, sentAtMs: nowMs, isForAnyReplica, isControl: call.isControl === true };
      this.pending.add(id, { ...sent, preferred, deadlineMs, repeat, resolve, reject });
      this.sweep ??= setTimeout(() => this.lookAfterPending(), SWEEP_MS);
      this.sender.send({ list, preferred }, text);
    });
    return step === undefined ? reply : untilReply(step, reply);
  }

  private settle(packet: string): void {
    const reply = decodeReply(packet);
    const pending = this.pending.take(reply.id);
    if (!pending) return; // given up already
    pending.preferred?.countReply();
    if (reply.kind === 'ok') pending.resolve(reply.text);
    else pending.reject(ApiError.fromData(JSON.parse(reply.text) as ApiErrorData));
  }

  private lookAfterPending(): void {
    this.sweep = undefined;
    this.preferredReplicas.relieveSilent();
    this.lost.look(this.pending.all);
    this.pending.expire(this.clock.nowMs());
    if (this.pending.size > 0) this.sweep = setTimeout(() => this.lookAfterPending(), SWEEP_MS);
  }

  /** A request that died with a replica is sent again, once, or rejected: it may have been executed. */
  private repeatOrReject(id: number): void {
    const pending = this.pending.take(id);
    if (pending === undefined) return;
    const { service, preferred, repeat, deadlineMs, resolve, reject } = pending;
    preferred?.countGivenUp();
    preferred?.passOver(ANNOUNCED_FOR_MS);
    if (repeat === undefined) {
      this.pending.countUnanswered(service);
      reject(serviceUnavailable(service));
      return;
    }
    const context = { ...repeat.context, deadlineMs };
    // Once: a request that ends the process of a replica must not end all of them.
    this.dispatch({ ...repeat, context, isRepeatable: false }).then(resolve, reject);
  }

  private async askHolds(
    service: string,
    instance: string,
    ids: readonly number[],
    timeoutMs: number,
  ): Promise<number[]> {
    const context = { realmId: 0, requestId: 'rpc' };
    const call = { service, pattern: HOLDS_PATTERN, body: ids, context, timeoutMs, instance, isControl: true };
    return JSON.parse(await this.dispatch(call)) as number[];
  }

  /** Nest's own entrance: `send(pattern, fields)` without a realm. */
  protected publish(packet: ReadPacket, callback: (packet: WritePacket) => void): () => void {
    const context = { realmId: 0, requestId: randomUUID() };
    const call = { pattern: String(packet.pattern), body: packet.data, context, timeoutMs: REQUEST_TIMEOUT_MS };
    this.dispatch(call).then(
      (text) => callback({ response: JSON.parse(text), isDisposed: true }),
      (error: Error) => callback({ err: error, isDisposed: true }),
    );
    return () => {};
  }

  protected dispatchEvent(): Promise<never> {
    throw new Error('Domain events go through the outbox, not through the request transport.');
  }
}
