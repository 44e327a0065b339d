import { ApiError, internalError, serviceUnavailable } from '@chat/contracts';
import type { BrokerClock, ConnectionLogger } from '@chat/redis';
import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { MAX_IN_FLIGHT_PER_REPLICA, MAX_STANDING_WAIT_MS, STANDING_AFTER_MS } from './limits.js';
import { encodeErrorReply, encodeReply, HOLDS_PATTERN, type RequestPacket } from './packets.js';
import type { ReplySender } from './reply-sender.js';
import { type RequestContext, RpcContext } from './request-context.js';
import type { RequestTracing, StepOutcome, TracedStep } from './request-tracing.js';
import { StandingWait } from './standing-wait.js';

export interface ExecutionOptions {
  readonly service: string;
  readonly logger: ConnectionLogger;
  /** Resolves when everything this process derives from the log covers `asOf` of the realm's partition. */
  readonly waitUntilApplied?: (realmId: number, asOf: string) => Promise<void> | undefined;
  /** Called after each request, with the time that it had waited in the list; for metrics. */
  readonly onExecuted?: (pattern: string, outcome: StepOutcome, durationMs: number, waitedMs: number) => void;
  readonly tracing?: RequestTracing | undefined;
}

/** Executes the requests that this replica has taken: runs their handlers and sends the replies. */
export class RequestExecutor {
  private readonly executing = new Set<RequestPacket>();
  private readonly standing = new StandingWait(MAX_STANDING_WAIT_MS, STANDING_AFTER_MS);
  private onRoom: (() => void) | undefined;

  constructor(
    private readonly handlers: ReadonlyMap<string, MessageHandler>,
    private readonly clock: BrokerClock,
    private readonly replies: ReplySender,
    private readonly options: ExecutionOptions,
  ) {}

  get requestsInFlight(): number {
    return this.executing.size;
  }

  /** Resolves with how many more requests may be taken, as soon as that is at least one. */
  async room(): Promise<number> {
    while (this.executing.size >= MAX_IN_FLIGHT_PER_REPLICA) {
      await new Promise<void>((resolve) => {
        this.onRoom = resolve;
      });
    }
    return MAX_IN_FLIGHT_PER_REPLICA - this.executing.size;
  }

  async execute(text: string): Promise<void> {
    const packet = JSON.parse(text) as RequestPacket;
    if (packet.p === HOLDS_PATTERN) {
      this.replies.send(packet.r, encodeReply(packet.i, this.heldOf(packet)));
      return;
    }
    const nowMs = this.clock.nowMs();
    if (nowMs >= packet.d) {
      this.options.logger.warn({ requestId: packet.q, pattern: packet.p }, 'Dropped a request whose caller gave up');
      return;
    }
    const waitedMs = packet.s === undefined ? 0 : Math.max(0, nowMs - packet.s);
    if (this.standing.isTooLong(waitedMs, performance.now())) {
      this.replies.send(packet.r, encodeErrorReply(packet.i, serviceUnavailable(this.options.service).toData()));
      this.options.onExecuted?.(packet.p, 'refused', 0, waitedMs);
      return;
    }
    this.executing.add(packet);
    const startedAt = performance.now();
    const step = this.options.tracing?.beginExecution(packet.p, packet.q, packet.t);
    let outcome: StepOutcome = 'ok';
    try {
      const reply = await this.handle(packet, step);
      this.replies.send(packet.r, encodeReply(packet.i, reply));
    } catch (error) {
      const expected = error instanceof ApiError ? error : undefined;
      outcome = expected ? 'refused' : 'failed';
      if (!expected)
        this.options.logger.error({ requestId: packet.q, pattern: packet.p, err: error }, 'Request failed');
      this.replies.send(packet.r, encodeErrorReply(packet.i, (expected ?? internalError()).toData()));
    } finally {
      this.executing.delete(packet);
      this.onRoom?.();
      this.onRoom = undefined;
      step?.end(outcome);
      this.finished(packet, outcome, performance.now() - startedAt, waitedMs);
    }
  }

  /** Those of the packets that a caller asks for which are executed here. */
  private heldOf({ r, b }: RequestPacket): number[] {
    const asked = new Set(b as number[]);
    return [...this.executing].filter((packet) => packet.r === r && asked.has(packet.i)).map(({ i }) => i);
  }

  private async handle(packet: RequestPacket, step: TracedStep | undefined): Promise<unknown> {
    // Nest's own lookup reads the pattern as JSON first.
    const handler = this.handlers.get(packet.p);
    if (!handler) throw new Error(`No handler for pattern "${packet.p}" in ${this.options.service}.`);
    if (packet.a !== undefined) {
      const waiting = this.options.waitUntilApplied?.(packet.m, packet.a);
      if (waiting) await waiting;
    }
    const context: RequestContext = {
      realmId: packet.m,
      requestId: packet.q,
      asOf: packet.a,
      deadlineMs: packet.d,
      traceparent: step?.traceparent ?? packet.t,
    };
    const result = await handler(packet.b, new RpcContext([context]));
    return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
  }

  private finished(packet: RequestPacket, outcome: StepOutcome, durationMs: number, waitedMs: number): void {
    this.options.onExecuted?.(packet.p, outcome, durationMs, waitedMs);
    // What is asked for many clients at once has no request of a client that it could be looked up by.
    if (outcome === 'ok' && packet.m === 0) return;
    this.options.logger.info(
      { requestId: packet.q, pattern: packet.p, outcome, ms: Math.round(durationMs * 10) / 10 },
      'request',
    );
  }
}
