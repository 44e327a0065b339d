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
import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import type { Redis } from 'ioredis';
import { factsTailKey, partitionOf } from '../log/keys.js';
import { BrokerClock } from '../redis/broker-clock.js';
import { type ConnectionLogger, connectRedis } from '../redis/connect.js';
import { untilAnswered } from '../redis/until-answered.js';
import {
  BLOCK_SECONDS,
  MAX_PENDING_REPLIES,
  MAX_WAITING_REQUESTS,
  OVERLOAD_PAUSE_MS,
  READ_BATCH,
  REPLY_LIST_TTL_MS,
  REQUEST_TIMEOUT_MS,
  requestList,
} from './limits.js';
import { decodeReply, type RequestPacket } from './packets.js';
import type { RequestContext } from './request-context.js';
import type { RequestTracing, TracedStep } from './request-tracing.js';

interface PendingReply {
  readonly service: string;
  readonly deadlineMs: number;
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

/** How often replies that never came are given up. */
const EXPIRY_SWEEP_MS = 100;

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
  /** Requests of this tick, by list; they go out together. */
  private outgoing = new Map<string, string[]>();
  private readonly refuseUntil = new Map<string, number>();
  private nextId = 1;
  private isClosing = false;
  private reading: Promise<void> | undefined;
  private sweep: NodeJS.Timeout | undefined;
  private tracing: RequestTracing | undefined;
  private readonly unanswered = new Map<string, number>();
  private readonly commands: Redis;
  private readonly replies: Redis;
  readonly clock: BrokerClock;

  constructor(
    redisUrl: string,
    private readonly options: { readonly name: string; readonly logger?: ConnectionLogger } = { name: 'client' },
  ) {
    super();
    const logger = options.logger;
    // A request must not be sent twice: if the connection breaks before Redis answered, the caller is told.
    this.commands = connectRedis(redisUrl, { name: `${options.name}:rpc`, logger, resendAfterReconnect: false });
    this.replies = connectRedis(redisUrl, { name: `${options.name}:rpc-replies`, logger });
    this.clock = new BrokerClock(this.commands);
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

  /** Asks the service that `type`'s pattern names, or one replica of it alone, and resolves with its reply. */
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
    const timeoutMs = type.timeoutMs ?? REQUEST_TIMEOUT_MS;
    return this.dispatch(type.pattern, fields, context, timeoutMs, instance);
  }

  /** The last fact of the realm's partition: the `asOf` for whoever asks without having come through a gateway. */
  async tail(realmId: number): Promise<string> {
    const key = factsTailKey(partitionOf(realmId));
    return (await untilAnswered(this.commands, () => this.commands.get(key))) ?? '0-0';
  }

  async close(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.sweep);
    this.clock.stop();
    for (const pending of this.pending.values()) pending.reject(serviceUnavailable(pending.service));
    this.pending.clear();
    this.replies.disconnect();
    await this.reading;
    this.commands.disconnect();
  }

  unwrap<T>(): T {
    return this.commands as T;
  }

  private dispatch(
    pattern: string,
    body: unknown,
    context: RequestContext,
    timeoutMs: number,
    instance?: string,
  ): Promise<string> {
    const service = serviceOf(pattern);
    const list = requestList(service, instance);
    if (this.isClosing || this.pending.size >= MAX_PENDING_REPLIES || this.isRefusing(list)) {
      this.countUnanswered(service);
      return Promise.reject(serviceUnavailable(service));
    }
    const id = this.nextId++;
    const nowMs = this.clock.nowMs();
    const deadlineMs = context.deadlineMs ?? nowMs + timeoutMs;
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
      this.pending.set(id, { service, deadlineMs, resolve, reject });
      this.sweep ??= setTimeout(() => this.expireOverdue(), EXPIRY_SWEEP_MS);
      this.enqueue(list, text);
    });
    return step === undefined ? reply : untilReply(step, reply);
  }

  private countUnanswered(service: string): void {
    this.unanswered.set(service, (this.unanswered.get(service) ?? 0) + 1);
  }

  private enqueue(list: string, text: string): void {
    if (this.outgoing.size === 0) setImmediate(() => this.flush());
    const texts = this.outgoing.get(list);
    if (texts) texts.push(text);
    else this.outgoing.set(list, [text]);
  }

  private flush(): void {
    const batches = this.outgoing;
    this.outgoing = new Map();
    for (const [list, texts] of batches) {
      const pushed = this.commands.rpush(list, ...texts);
      // A list that only one replica reads must not outlive it.
      if (list.includes('@')) this.commands.pexpire(list, REPLY_LIST_TTL_MS).catch(() => {});
      pushed.then(
        (length) => {
          if (length > MAX_WAITING_REQUESTS) this.refuseUntil.set(list, performance.now() + OVERLOAD_PAUSE_MS);
        },
        // Whether Redis took it is unknown. If it did, the reply still comes; else the deadline ends it.
        (error: Error) =>
          this.options.logger?.warn({ list, requests: texts.length, cause: error.message }, 'Requests may be lost'),
      );
    }
  }

  private isRefusing(list: string): boolean {
    const until = this.refuseUntil.get(list);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.refuseUntil.delete(list);
    return false;
  }

  private async readReplies(): Promise<void> {
    while (!this.isClosing) {
      try {
        const popped = await this.replies.blmpop(BLOCK_SECONDS, 1, this.replyList, 'LEFT', 'COUNT', READ_BATCH);
        for (const packet of popped?.[1] ?? []) this.settle(packet);
      } catch {
        // The connection broke or is being closed; ioredis reconnects, the loop goes on.
        if (!this.isClosing) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  private settle(packet: string): void {
    const reply = decodeReply(packet);
    const pending = this.pending.get(reply.id);
    if (!pending) return; // given up already
    this.pending.delete(reply.id);
    if (reply.kind === 'ok') pending.resolve(reply.text);
    else pending.reject(ApiError.fromData(JSON.parse(reply.text) as ApiErrorData));
  }

  private expireOverdue(): void {
    this.sweep = undefined;
    const now = this.clock.nowMs();
    for (const [id, pending] of this.pending) {
      if (pending.deadlineMs > now) continue;
      this.pending.delete(id);
      this.countUnanswered(pending.service);
      pending.reject(serviceUnavailable(pending.service));
    }
    if (this.pending.size > 0) this.sweep = setTimeout(() => this.expireOverdue(), EXPIRY_SWEEP_MS);
  }

  /** Nest's own entrance: `send(pattern, fields)` without a realm. */
  protected publish(packet: ReadPacket, callback: (packet: WritePacket) => void): () => void {
    const context = { realmId: 0, requestId: randomUUID() };
    this.dispatch(String(packet.pattern), packet.data, context, REQUEST_TIMEOUT_MS).then(
      (text) => callback({ response: JSON.parse(text), isDisposed: true }),
      (error: Error) => callback({ err: error, isDisposed: true }),
    );
    return () => {};
  }

  protected dispatchEvent(): Promise<never> {
    throw new Error('Domain events go through the outbox, not through the request transport.');
  }
}

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
