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
import { type Home, HomeReplicas } from './home-replicas.js';
import {
  ANNOUNCED_FOR_MS,
  BLOCK_FOR_REPLIES_SECONDS,
  MAX_PENDING_REPLIES,
  REPLY_BATCH,
  REQUEST_TIMEOUT_MS,
  requestList,
} from './limits.js';
import { LostRequests, type SentRequest } from './lost-requests.js';
import { nextTurn } from './next-turn.js';
import { decodeReply, HOLDS_PATTERN, type RequestPacket } from './packets.js';
import type { RequestContext } from './request-context.js';
import { RequestSender } from './request-sender.js';
import type { RequestTracing, TracedStep } from './request-tracing.js';

/** What is asked, of whom, and how. */
interface Call {
  /** If the pattern does not name it. */
  readonly service?: string;
  readonly pattern: string;
  readonly body: unknown;
  readonly context: RequestContext;
  readonly timeoutMs: number;
  /** Of this replica alone. */
  readonly instance?: string | undefined;
  /** Of the realm's home, while that keeps up. */
  readonly hasRealmAffinity?: boolean | undefined;
  readonly isRepeatable?: boolean | ((fields: never) => boolean) | undefined;
  /** Of the transport itself: a missing reply is no failure of a service. */
  readonly isControl?: boolean;
}

interface PendingReply extends SentRequest {
  readonly home: Home | undefined;
  /** How the request is sent again if it was lost; undefined if that could do harm. */
  readonly repeat: Call | undefined;
  readonly isControl: boolean;
  readonly deadlineMs: number;
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

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
  private readonly pending = new Map<number, PendingReply>();
  private nextId = 1;
  private isClosing = false;
  private reading: Promise<void> | undefined;
  private sweep: NodeJS.Timeout | undefined;
  private tracing: RequestTracing | undefined;
  private readonly unanswered = new Map<string, number>();
  private readonly commands: Redis;
  private readonly replies: Redis;
  private readonly homes: HomeReplicas;
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
    this.replies = connectRedis(redisUrl, { name: `${name}:rpc-replies`, logger });
    this.clock = new BrokerClock(this.commands);
    this.homes = new HomeReplicas(this.commands, this.clock, logger);
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
    return this.unanswered;
  }

  async connect(): Promise<void> {
    if (this.reading) return;
    this.reading = this.readReplies();
    await this.clock.start();
  }

  /**
   * Asks the service that `type`'s pattern names, or one replica of it alone, and resolves with its reply. What has realm affinity
   * goes to the realm's home while that keeps up (see {@link HomeReplicas}).
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
    return this.dispatch({ ...howToAsk(type), body: fields, context, instance });
  }

  async close(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.sweep);
    this.clock.stop();
    for (const pending of this.pending.values()) pending.reject(serviceUnavailable(pending.service));
    this.pending.clear();
    giveUp(this.replies);
    await this.reading;
    giveUp(this.commands);
  }

  unwrap<T>(): T {
    return this.commands as T;
  }

  private dispatch(call: Call): Promise<string> {
    const { pattern, body, context, instance } = call;
    const service = call.service ?? serviceOf(pattern);
    const home = call.hasRealmAffinity === true ? this.homes.homeOf(service, context.realmId) : undefined;
    const list = home?.list ?? requestList(service, instance);
    if (this.isClosing || this.pending.size >= MAX_PENDING_REPLIES || this.sender.isRefusing(list)) {
      this.countUnanswered(service);
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
      this.pending.set(id, { ...sent, home, deadlineMs, repeat, resolve, reject });
      home?.asked();
      this.sweep ??= setTimeout(() => this.lookAfterPending(), SWEEP_MS);
      this.sender.send({ list, home }, text);
    });
    return step === undefined ? reply : untilReply(step, reply);
  }

  /** A request that died with a replica is sent again, once, or rejected: it may have been executed. */
  private repeatOrReject(id: number): void {
    const pending = this.takePending(id);
    if (pending === undefined) return;
    const { service, home, repeat, deadlineMs, resolve, reject } = pending;
    home?.givenUp();
    home?.passOver(ANNOUNCED_FOR_MS);
    if (repeat === undefined) {
      this.countUnanswered(service);
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

  private countUnanswered(service: string): void {
    this.unanswered.set(service, (this.unanswered.get(service) ?? 0) + 1);
  }

  private async readReplies(): Promise<void> {
    while (!this.isClosing) {
      try {
        const popped = await this.replies.blmpop(
          BLOCK_FOR_REPLIES_SECONDS,
          1,
          this.replyList,
          'LEFT',
          'COUNT',
          REPLY_BATCH,
        );
        for (const packet of popped?.[1] ?? []) this.settle(packet);
        // Those who got their replies go first: their answers are written before more is asked for.
        await nextTurn();
      } catch {
        // The connection broke or is being closed; ioredis reconnects, the loop goes on.
        if (!this.isClosing) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  private settle(packet: string): void {
    const reply = decodeReply(packet);
    const pending = this.takePending(reply.id);
    if (!pending) return; // given up already
    pending.home?.answered();
    if (reply.kind === 'ok') pending.resolve(reply.text);
    else pending.reject(ApiError.fromData(JSON.parse(reply.text) as ApiErrorData));
  }

  private takePending(id: number): PendingReply | undefined {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    return pending;
  }

  private lookAfterPending(): void {
    this.sweep = undefined;
    this.homes.relieveSilent();
    this.lost.look(this.pending);
    const now = this.clock.nowMs();
    for (const [id, pending] of this.pending) {
      if (pending.deadlineMs > now) continue;
      this.pending.delete(id);
      pending.home?.givenUp();
      if (!pending.isControl) this.countUnanswered(pending.service);
      pending.reject(serviceUnavailable(pending.service));
    }
    if (this.pending.size > 0) this.sweep = setTimeout(() => this.lookAfterPending(), SWEEP_MS);
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

const howToAsk = ({
  pattern,
  timeoutMs = REQUEST_TIMEOUT_MS,
  hasRealmAffinity,
  isRepeatable,
}: RequestClass<ServiceRequest<unknown>>) => ({
  pattern,
  timeoutMs,
  hasRealmAffinity,
  isRepeatable,
});

const isRepeatable = ({ isRepeatable = false, body }: Call): boolean =>
  typeof isRepeatable === 'function' ? isRepeatable(body as never) : isRepeatable;

async function untilReply(step: TracedStep, reply: Promise<string>): Promise<string> {
  try {
    const text = await reply;
    step.end('ok');
    return text;
  } catch (error) {
    step.end(error instanceof ApiError && error.status < 500 ? 'refused' : 'failed');
    throw error;
  }
}
