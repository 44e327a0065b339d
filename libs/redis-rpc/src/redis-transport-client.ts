import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
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
import type { SendCondition, Taken } from './conditional-push.js';
import { type Home, HomeReplicas } from './home-replicas.js';
import {
  BLOCK_FOR_REPLIES_SECONDS,
  MAX_PENDING_REPLIES,
  REPLY_BATCH,
  REQUEST_TIMEOUT_MS,
  requestList,
} from './limits.js';
import { nextTurn } from './next-turn.js';
import { decodeReply, type RequestPacket } from './packets.js';
import type { RequestContext } from './request-context.js';
import { RequestSender } from './request-sender.js';
import type { RequestTracing, TracedStep } from './request-tracing.js';

/** What is asked, of whom, and how. */
interface Call {
  readonly pattern: string;
  readonly body: unknown;
  readonly context: RequestContext;
  readonly timeoutMs: number;
  /** Of this replica alone. */
  readonly instance?: string | undefined;
  /** Of the realm's home, while that keeps up. */
  readonly hasRealmAffinity?: boolean | undefined;
  readonly condition?: SendCondition | undefined;
}

interface PendingReply {
  readonly service: string;
  readonly home: Home | undefined;
  readonly deadlineMs: number;
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

/** How long a reply waits for what is told of the sending of its request. */
const TAKEN_GRACE_MS = 100;
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

  /**
   * Like {@link requestText}, but the request is only sent while `condition` holds: that is looked at in the step that puts it into
   * the service's list. Rejects with {@link NotSent} when it does not hold; then nothing was done.
   */
  async requestTextIf<Request extends ServiceRequest<unknown>>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
    context: RequestContext,
    condition: SendCondition,
  ): Promise<string> {
    let isTaken = false;
    let resolveTaken = () => {};
    const taken = new Promise<void>((resolve) => {
      resolveTaken = resolve;
    });
    const onTaken = (how: Taken) => {
      if (isTaken) return;
      isTaken = true;
      condition.onTaken(how);
      resolveTaken();
    };
    const sending = this.dispatch({
      ...howToAsk(type),
      body: fields,
      context: { ...context, asOf: condition.asOf },
      condition: { ...condition, onTaken },
    });
    const [outcome] = await Promise.allSettled([sending]);
    // The reply may be here first; and what is told of a command may be lost with its connection.
    if (!isTaken) await Promise.race([taken, sleep(TAKEN_GRACE_MS)]);
    onTaken({ kind: 'unknown' });
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
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
    const { pattern, body, context, timeoutMs, instance, condition } = call;
    const service = serviceOf(pattern);
    const home = call.hasRealmAffinity === true ? this.homes.homeOf(service, context.realmId) : undefined;
    const list = home?.list ?? requestList(service, instance);
    if (this.isClosing || this.pending.size >= MAX_PENDING_REPLIES || this.sender.isRefusing(list)) {
      this.countUnanswered(service);
      condition?.onTaken({ kind: 'unknown' });
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
      this.pending.set(id, { service, home, deadlineMs, resolve, reject });
      home?.asked();
      this.sweep ??= setTimeout(() => this.lookAfterPending(), SWEEP_MS);
      const place = { list, home };
      if (condition === undefined) this.sender.send(place, text);
      else this.sender.sendIf(place, { text, condition: this.heeded(id, condition) });
    });
    return step === undefined ? reply : untilReply(step, reply);
  }

  private countUnanswered(service: string): void {
    this.unanswered.set(service, (this.unanswered.get(service) ?? 0) + 1);
  }

  /** The condition, whose failing ends the wait for a reply. */
  private heeded(id: number, { tailKey, asOf, window, onTaken }: SendCondition): SendCondition {
    return {
      tailKey,
      asOf,
      window,
      onTaken: (taken) => {
        onTaken(taken);
        if (taken.kind !== 'stale' && taken.kind !== 'over') return;
        const pending = this.takePending(id);
        pending?.home?.givenUp();
        pending?.reject(new NotSent(taken.kind));
      },
    };
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
    const now = this.clock.nowMs();
    for (const [id, pending] of this.pending) {
      if (pending.deadlineMs > now) continue;
      this.pending.delete(id);
      pending.home?.givenUp();
      this.countUnanswered(pending.service);
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

/** A request was not sent, since its condition did not hold: nothing was done. */
export class NotSent extends Error {
  constructor(readonly reason: 'stale' | 'over') {
    super(`Not sent: ${reason === 'stale' ? 'facts were missed' : 'beyond the limit'}.`);
    this.name = 'NotSent';
  }
}

const howToAsk = ({
  pattern,
  timeoutMs = REQUEST_TIMEOUT_MS,
  hasRealmAffinity,
}: RequestClass<ServiceRequest<unknown>>) => ({
  pattern,
  timeoutMs,
  hasRealmAffinity,
});

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
