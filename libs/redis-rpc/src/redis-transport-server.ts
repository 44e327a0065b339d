import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, internalError, serviceUnavailable } from '@chat/contracts';
import { BrokerClock, type ConnectionLogger, connectRedis, giveUp, isAway } from '@chat/redis';
import { BaseRpcContext, type CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { Redis } from 'ioredis';
import { isObservable, lastValueFrom } from 'rxjs';
import { endLease, renewLease } from './leases.js';
import {
  ANNOUNCE_EVERY_MS,
  BLOCK_SECONDS,
  DRAIN_TIMEOUT_MS,
  homeList,
  MAX_IN_FLIGHT_PER_REPLICA,
  MAX_STANDING_WAIT_MS,
  READ_BATCH,
  RENEW_LEASE_EVERY_MS,
  REPLY_LIST_TTL_MS,
  requestList,
  STANDING_AFTER_MS,
  WITHDRAW_TIMEOUT_MS,
} from './limits.js';
import { nextTurn } from './next-turn.js';
import { encodeErrorReply, encodeReply, HOLDS_PATTERN, type RequestPacket } from './packets.js';
import { announceReplica, shareWaiting, withdrawReplica } from './replicas.js';
import type { RequestContext } from './request-context.js';
import type { RequestTracing, TracedStep } from './request-tracing.js';
import { StandingWait } from './standing-wait.js';

/** Handed to handlers as Nest's `@Ctx()`. */
export class RpcContext extends BaseRpcContext<[RequestContext]> {
  get request(): RequestContext {
    return this.getArgByIndex(0);
  }
}

export interface TransportServerOptions {
  readonly redisUrl: string;
  readonly service: string;
  /** Names this replica; requests can be addressed to it alone. */
  readonly instance: string;
  readonly logger: ConnectionLogger;
  /** Whether this replica wants the requests with realm affinity of some realms for itself. */
  readonly isHome?: boolean | undefined;
  /** Resolves when everything this process derives from the log covers `asOf` of the realm's partition. */
  readonly waitUntilApplied?: (realmId: number, asOf: string) => Promise<void> | undefined;
  /** Told about each executed request, and how long it had waited in the list; for metrics. */
  readonly onExecuted?: (
    pattern: string,
    outcome: 'ok' | 'refused' | 'failed',
    durationMs: number,
    waitedMs: number,
  ) => void;
  readonly tracing?: RequestTracing | undefined;
}

/**
 * Reads the service's request list with competing consumers and runs Nest's `@MessagePattern` handlers.
 *
 * Guarantee: a request is executed by at most one replica, at most once, and not at all after its deadline. An `ApiError`
 * that a handler throws reaches the caller as it is; anything else is logged here, once, and the caller gets a 500
 * without details. More requests than can be worked on are refused with a 503 before they have waited long. `close()` stops reading, finishes what was taken, sends the replies, and only then lets go.
 */
export class RedisTransportServer extends Server implements CustomTransportStrategy {
  private readonly reader: Redis;
  private readonly commands: Redis;
  private readonly clock: BrokerClock;
  private reading: Promise<void> | undefined;
  private readerId = 0;
  private announcedAtMs = Number.NEGATIVE_INFINITY;
  private isClosing = false;
  private readonly executing = new Set<RequestPacket>();
  private leasing: NodeJS.Timeout | undefined;
  private wakeReader: (() => void) | undefined;
  private readonly standing = new StandingWait(MAX_STANDING_WAIT_MS, STANDING_AFTER_MS);
  /** Replies of this tick, by the caller's list. */
  private outgoing = new Map<string, string[]>();

  constructor(private readonly options: TransportServerOptions) {
    super();
    const { redisUrl, service, logger } = options;
    // A pop whose answer was lost is sent again: what the lost answer held ends in its callers' deadlines either way.
    this.reader = connectRedis(redisUrl, { name: `${service}:rpc-reader`, logger });
    this.commands = connectRedis(redisUrl, { name: `${service}:rpc`, logger });
    this.clock = new BrokerClock(this.commands);
  }

  /** Requests being worked on now. */
  get requestsInFlight(): number {
    return this.executing.size;
  }

  /** How many requests wait that this replica may take, and for how long the oldest of them. */
  async backlog(): Promise<{ readonly depth: number; readonly oldestMs: number }> {
    const { service, instance } = this.options;
    const backlogs = await Promise.all(
      [requestList(service), homeList(service, instance)].map((list) => this.waitingIn(list)),
    );
    return {
      depth: backlogs.reduce((sum, { depth }) => sum + depth, 0),
      oldestMs: Math.max(...backlogs.map(({ oldestMs }) => oldestMs)),
    };
  }

  private async waitingIn(list: string): Promise<{ readonly depth: number; readonly oldestMs: number }> {
    const [depth, oldest] = await Promise.all([this.commands.llen(list), this.commands.lindex(list, 0)]);
    const sentAtMs = oldest === null ? undefined : (JSON.parse(oldest) as RequestPacket).s;
    return { depth, oldestMs: sentAtMs === undefined ? 0 : Math.max(0, this.clock.nowMs() - sentAtMs) };
  }

  async listen(callback: (error?: unknown) => void): Promise<void> {
    await this.clock.start();
    this.renewLease();
    this.leasing = setInterval(() => this.renewLease(), RENEW_LEASE_EVERY_MS);
    this.reading = this.readRequests();
    callback();
  }

  async close(): Promise<void> {
    this.isClosing = true;
    this.clock.stop();
    if (this.reading) {
      if (isAway(this.reader)) giveUp(this.reader);
      // The reading ends by itself too, a moment later.
      else this.commands.client('UNBLOCK', this.readerId).catch(() => {});
      await this.reading;
      if (this.options.isHome === true) await this.withdraw();
      await this.drain();
      await this.endLease();
    }
    giveUp(this.reader);
    giveUp(this.commands);
  }

  on(): void {}

  unwrap<T>(): T {
    return this.commands as T;
  }

  private async readRequests(): Promise<void> {
    const { service, instance, isHome } = this.options;
    const own = [requestList(service, instance), ...(isHome === true ? [homeList(service, instance)] : [])];
    const lists = [...own, requestList(service)];
    this.reader.on('ready', () => void this.rememberReaderId());
    // Not waited for: the answer may never come (see `untilAnswered`), and the connection that replaces this one asks again.
    if (this.reader.status === 'ready') void this.rememberReaderId();
    while (!this.isClosing) {
      try {
        await this.waitForRoom();
        if (this.isClosing) break;
        this.announce();
        const room = Math.min(READ_BATCH, MAX_IN_FLIGHT_PER_REPLICA - this.executing.size);
        const popped = await this.reader.blmpop(BLOCK_SECONDS, lists.length, ...lists, 'LEFT', 'COUNT', room);
        for (const text of popped?.[1] ?? []) void this.execute(text);
        // What was taken goes first: its statements are sent before more is asked for.
        await nextTurn();
      } catch {
        if (!this.isClosing) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  /** Whoever reads is there: a replica whose reading hangs is not announced. */
  private announce(): void {
    if (this.options.isHome !== true || performance.now() - this.announcedAtMs < ANNOUNCE_EVERY_MS) return;
    this.announcedAtMs = performance.now();
    const { service, instance } = this.options;
    announceReplica(this.commands, service, instance, this.clock.nowMs()).catch(() => {}); // the connection broke
  }

  /** What comes too late to be taken here is left to the others; what comes later still, its callers take away. */
  private async withdraw(): Promise<void> {
    const { service, instance } = this.options;
    const withdrawing = Promise.all([
      withdrawReplica(this.commands, service, instance),
      shareWaiting(this.commands, service, instance),
    ]);
    await Promise.race([withdrawing, sleep(WITHDRAW_TIMEOUT_MS, undefined, { ref: false })]).catch(() => {});
  }

  private renewLease(): void {
    const { service, instance } = this.options;
    if (isAway(this.commands)) return;
    renewLease(this.commands, service, instance, this.clock.nowMs()).catch(() => {}); // the connection broke
  }

  private async endLease(): Promise<void> {
    clearInterval(this.leasing);
    const { service, instance } = this.options;
    const ending = endLease(this.commands, service, instance);
    await Promise.race([ending, sleep(WITHDRAW_TIMEOUT_MS, undefined, { ref: false })]).catch(() => {});
  }

  private async rememberReaderId(): Promise<void> {
    try {
      this.readerId = await this.reader.client('ID');
    } catch {
      // Only an orderly stop needs it, and that then waits for the blocking read to end by itself.
    }
  }

  private async waitForRoom(): Promise<void> {
    while (this.executing.size >= MAX_IN_FLIGHT_PER_REPLICA) {
      await new Promise<void>((resolve) => {
        this.wakeReader = resolve;
      });
    }
  }

  private async execute(text: string): Promise<void> {
    const packet = JSON.parse(text) as RequestPacket;
    if (packet.p === HOLDS_PATTERN) {
      this.reply(packet.r, encodeReply(packet.i, this.heldOf(packet)));
      return;
    }
    const nowMs = this.clock.nowMs();
    if (nowMs >= packet.d) {
      this.options.logger.warn({ requestId: packet.q, pattern: packet.p }, 'Dropped a request whose caller gave up');
      return;
    }
    const waitedMs = packet.s === undefined ? 0 : Math.max(0, nowMs - packet.s);
    if (this.standing.isTooLong(waitedMs, performance.now())) {
      this.reply(packet.r, encodeErrorReply(packet.i, serviceUnavailable(this.options.service).toData()));
      this.options.onExecuted?.(packet.p, 'refused', 0, waitedMs);
      return;
    }
    this.executing.add(packet);
    const startedAt = performance.now();
    const step = this.options.tracing?.beginExecution(packet.p, packet.q, packet.t);
    let outcome: 'ok' | 'refused' | 'failed' = 'ok';
    try {
      const reply = await this.handle(packet, step);
      this.reply(packet.r, encodeReply(packet.i, reply));
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined;
      outcome = refusal ? 'refused' : 'failed';
      if (!refusal) this.options.logger.error({ requestId: packet.q, pattern: packet.p, err: error }, 'Request failed');
      this.reply(packet.r, encodeErrorReply(packet.i, (refusal ?? internalError()).toData()));
    } finally {
      this.executing.delete(packet);
      this.wakeReader?.();
      this.wakeReader = undefined;
      step?.end(outcome);
      this.finished(packet, outcome, performance.now() - startedAt, waitedMs);
    }
  }

  /** Those of the packets that a caller asks for which are executed here. */
  private heldOf({ r, b }: RequestPacket): number[] {
    const asked = new Set(b as number[]);
    return [...this.executing].filter((packet) => packet.r === r && asked.has(packet.i)).map(({ i }) => i);
  }

  private finished(
    packet: RequestPacket,
    outcome: 'ok' | 'refused' | 'failed',
    durationMs: number,
    waitedMs: number,
  ): void {
    this.options.onExecuted?.(packet.p, outcome, durationMs, waitedMs);
    // What is asked for many clients at once has no request of a client that it could be looked up by.
    if (outcome === 'ok' && packet.m === 0) return;
    this.options.logger.info(
      { requestId: packet.q, pattern: packet.p, outcome, ms: Math.round(durationMs * 10) / 10 },
      'request',
    );
  }

  private async handle(packet: RequestPacket, step: TracedStep | undefined): Promise<unknown> {
    // Nest's own lookup reads the pattern as JSON first.
    const handler = this.messageHandlers.get(packet.p);
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

  private reply(list: string, text: string): void {
    if (this.outgoing.size === 0) setImmediate(() => void this.flush());
    const texts = this.outgoing.get(list);
    if (texts) texts.push(text);
    else this.outgoing.set(list, [text]);
  }

  private async flush(): Promise<void> {
    const batches = this.outgoing;
    this.outgoing = new Map();
    const pipeline = this.commands.pipeline();
    for (const [list, texts] of batches) pipeline.rpush(list, ...texts).pexpire(list, REPLY_LIST_TTL_MS);
    await pipeline.exec().catch((error: Error) => {
      this.options.logger.warn({ cause: error.message }, 'Replies could not be sent; their callers time out');
    });
  }

  private async drain(): Promise<void> {
    const giveUpAt = performance.now() + DRAIN_TIMEOUT_MS;
    while (this.executing.size > 0 && performance.now() < giveUpAt) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await this.flush();
    if (this.executing.size > 0)
      this.options.logger.warn({ inFlight: this.executing.size }, 'Stopped with requests unfinished');
  }
}
