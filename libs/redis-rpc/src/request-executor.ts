import {
  type ApiError,
  type Class,
  internalError,
  ServiceRequest,
  serviceUnavailable,
  validated,
  withOutcome,
} from '@chat/contracts';
import type { BrokerClock, ConnectionLogger } from '@chat/redis';
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { BaseRpcContext, type MessageHandler } from '@nestjs/microservices';
import type { Redis } from 'ioredis';
import { Counter, Histogram } from 'prom-client';
import { isObservable, lastValueFrom } from 'rxjs';
import { apiErrorOf } from './api-error-of.js';
import { InFlight } from './in-flight.js';
import {
  DRAIN_TIMEOUT_MS,
  MAX_IN_FLIGHT_PER_REPLICA,
  MAX_STANDING_WAIT_MS,
  OWN_LIST_TTL_MS,
  STANDING_AFTER_MS,
} from './limits.js';
import {
  decodeRequest,
  encodeErrorReply,
  encodeReply,
  HOLDS_PATTERN,
  type RequestPacket,
  transferMsOf,
} from './packets.js';
import type { RequestContext } from './request-context.js';
import type { RequestTracing, StepOutcome, TracedStep } from './tracing.js';

export interface ExecutionOptions {
  readonly service: string;
  readonly logger: ConnectionLogger;
  /** Resolves when the projections of this process cover `asOf` of the realm's partition; undefined if they do already. */
  readonly waitUntilApplied?: (realmId: number, asOf: string) => Promise<void> | undefined;
  readonly tracing?: RequestTracing | undefined;
  /**
   * Number of changes that this process may have made so far: it grows before a commit or a writing request is sent. If it does not grow
   * while a handler runs, the handler has changed nothing. Without it, each handler may have changed something.
   */
  readonly changes?: { readonly count: number } | undefined;
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const executed = new Counter({
  name: 'chat_requests_total',
  help: 'Requests that this process executed for other services, by pattern and outcome.',
  labelNames: ['pattern', 'outcome'] as const,
});
const duration = new Histogram({
  name: 'chat_request_duration_seconds',
  help: 'Time from taking a request to its reply.',
  labelNames: ['pattern'] as const,
  buckets: BUCKETS,
});
const wait = new Histogram({
  name: 'chat_transport_wait_seconds',
  help: 'Time that executed requests had waited to be taken.',
  buckets: BUCKETS,
});

/** The `@Ctx()` of handlers. */
export class RpcContext extends BaseRpcContext<[RequestContext]> {
  get request(): RequestContext {
    return this.getArgByIndex(0);
  }
}

interface EndedRequest {
  readonly packet: RequestPacket;
  readonly outcome: StepOutcome;
  readonly ms: number;
  readonly waitedMs: number;
}

/** Executes the requests that this replica has taken: calls their handlers and sends the replies. */
export class RequestExecutor {
  private readonly executing = new InFlight<RequestPacket>();
  private nextId = 1;
  private readonly standingWait = new StandingWait(MAX_STANDING_WAIT_MS, STANDING_AFTER_MS);
  private onRoom: (() => void) | undefined;
  /** Replies of this turn of the event loop, by reply list. */
  private replies = new Map<string, string[]>();
  /** Requests of these replies. */
  private ended: EndedRequest[] = [];

  constructor(
    private readonly handlers: ReadonlyMap<string, MessageHandler>,
    private readonly clock: BrokerClock,
    private readonly redis: Redis,
    private readonly options: ExecutionOptions,
  ) {}

  get requestsInFlight(): number {
    return this.executing.size;
  }

  /** Resolves with the number of further requests that may be taken, as soon as that is at least one. */
  async room(): Promise<number> {
    while (this.executing.size >= MAX_IN_FLIGHT_PER_REPLICA) {
      await new Promise<void>((resolve) => {
        this.onRoom = resolve;
      });
    }
    return MAX_IN_FLIGHT_PER_REPLICA - this.executing.size;
  }

  async execute(text: string): Promise<void> {
    const { service, logger, tracing } = this.options;
    const packet = decodeRequest(text);
    if (packet === undefined) {
      // Its content may be a secret, and its reply list is not known: its caller, if it has one, gets a 503 at the deadline.
      logger.error({ characters: text.length }, 'Request packet is malformed; dropped it');
      return;
    }
    if (packet.p === HOLDS_PATTERN) return this.reply(packet, encodeReply(packet.i, this.heldOf(packet)));
    const nowMs = this.clock.nowMs();
    if (nowMs >= packet.d) {
      logger.warn({ requestId: packet.q, pattern: packet.p }, 'Request is past its deadline; dropped it');
      return;
    }
    const waitedMs = packet.s === undefined ? 0 : Math.max(0, nowMs - packet.s - transferMsOf(text));
    if (this.standingWait.isTooLong(waitedMs, performance.now())) {
      this.reply(packet, encodeErrorReply(packet.i, serviceUnavailable(service, 'not_started').toData()));
      countRequest(packet.p, 'refused', 0, waitedMs);
      return;
    }
    const id = this.nextId++;
    this.executing.set(id, packet);
    const startedAt = performance.now();
    const step = tracing?.beginExecution(packet.p, packet.q, packet.t);
    const changesBefore = this.options.changes?.count;
    let outcome: StepOutcome = 'ok';
    try {
      this.reply(packet, encodeReply(packet.i, await this.handle(packet, step)));
    } catch (error) {
      const expected = apiErrorOf(error, service);
      outcome = expected ? 'refused' : 'failed';
      if (!expected) logger.error({ requestId: packet.q, pattern: packet.p, err: error }, 'Request failed');
      const reported = expected ? this.withOutcome(expected, changesBefore) : internalError();
      this.reply(packet, encodeErrorReply(packet.i, reported.toData()));
    } finally {
      this.executing.take(id);
      this.onRoom?.();
      this.onRoom = undefined;
      step?.end(outcome);
      this.ended.push({ packet, outcome, ms: performance.now() - startedAt, waitedMs });
    }
  }

  /** Resolves when all requests have been executed, or after a limit, and their replies have been sent. */
  async drain(): Promise<void> {
    const giveUpAt = performance.now() + DRAIN_TIMEOUT_MS;
    while (this.requestsInFlight > 0 && performance.now() < giveUpAt) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await this.flush();
    if (this.requestsInFlight === 0) return;
    this.options.logger.warn({ inFlight: this.requestsInFlight }, 'Server stopped before all requests were executed');
  }

  private async handle(packet: RequestPacket, step: TracedStep | undefined): Promise<unknown> {
    // Nest's own lookup reads the pattern as JSON first.
    const handler = this.handlers.get(packet.p);
    if (!handler) throw new Error(`No handler for pattern "${packet.p}" in ${this.options.service}.`);
    if (packet.a !== undefined) {
      const waiting = this.options.waitUntilApplied?.(packet.m, packet.a);
      if (waiting) await waiting;
    }
    const { m: realmId, q: requestId, a: asOf, d: deadlineMs } = packet;
    const traceparent = step?.traceparent ?? packet.t;
    const context = new RpcContext([{ realmId, requestId, asOf, deadlineMs, traceparent }]);
    const result = await handler(packet.b, context);
    return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
  }

  /** A 503 that a handler met says nothing about the handler itself: it may have changed something before the failed step or at the same time. */
  private withOutcome(error: ApiError, changesBefore: number | undefined): ApiError {
    const isUnchanged = changesBefore !== undefined && this.options.changes?.count === changesBefore;
    return withOutcome(error, isUnchanged ? 'not_started' : 'unknown');
  }

  /** One command sends the replies of one turn of the event loop. */
  private reply({ r: list }: RequestPacket, text: string): void {
    if (this.replies.size === 0) setImmediate(() => void this.flush());
    const texts = this.replies.get(list);
    if (texts) texts.push(text);
    else this.replies.set(list, [text]);
  }

  /** The callers wait for the replies, so these are sent before the log lines and metrics of their requests are written. */
  private async flush(): Promise<void> {
    const { replies, ended } = this;
    this.replies = new Map();
    this.ended = [];
    const pipeline = this.redis.pipeline();
    for (const [list, texts] of replies) pipeline.rpush(list, ...texts).pexpire(list, OWN_LIST_TTL_MS);
    const sent = pipeline.exec();
    for (const request of ended) this.record(request);
    await sent.catch((error: Error) => {
      this.options.logger.warn({ cause: error.message }, 'Replies could not be sent; their callers time out');
    });
  }

  private heldOf({ r, b }: RequestPacket): number[] {
    const ids = new Set(b as number[]);
    return [...this.executing.values()].filter((packet) => packet.r === r && ids.has(packet.i)).map(({ i }) => i);
  }

  private record({ packet: { p: pattern, q: requestId, m }, outcome, ms, waitedMs }: EndedRequest): void {
    countRequest(pattern, outcome, ms, waitedMs);
    // A request for many clients belongs to no client request, so no operator searches the log for it.
    if (outcome === 'ok' && m === 0) return;
    this.options.logger.info({ requestId, pattern, outcome, ms: Math.round(ms * 10) / 10 }, 'request');
  }
}

/** `waitedMs`: time in the list. */
function countRequest(pattern: string, outcome: StepOutcome, durationMs: number, waitedMs: number): void {
  executed.inc({ pattern, outcome });
  duration.observe({ pattern }, durationMs / 1000);
  wait.observe(waitedMs / 1000);
}

/** Validates a request by its class where it arrives. A field that this release does not know is ignored: the caller may be newer. */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body' || !(metatype?.prototype instanceof ServiceRequest)) return value;
    return validated(metatype as Class, value);
  }
}

/**
 * Distinguishes overload from a burst. After a burst the wait gets shorter by itself. Under overload it stays, and replies come after
 * their callers have given up. So if every request of the last `standingAfterMs` waited longer than `maxWaitMs`, requests that waited
 * longer are refused until one did not: that costs little, and the requests behind them are in time.
 */
export class StandingWait {
  private tooLongSinceMs: number | undefined;

  constructor(
    private readonly maxWaitMs: number,
    private readonly standingAfterMs: number,
  ) {}

  /** To be called for each request, in order. `nowMs`: of a monotonic clock. */
  isTooLong(waitedMs: number, nowMs: number): boolean {
    if (waitedMs <= this.maxWaitMs) {
      this.tooLongSinceMs = undefined;
      return false;
    }
    this.tooLongSinceMs ??= nowMs;
    return nowMs - this.tooLongSinceMs > this.standingAfterMs;
  }
}
