import { BrokerClock, connectRedis, giveUp } from '@chat/redis';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import type { Redis } from 'ioredis';
import { DRAIN_TIMEOUT_MS, preferredList, requestList } from './limits.js';
import type { RequestPacket } from './packets.js';
import { ReplicaPresence } from './replica-presence.js';
import { ReplySender } from './reply-sender.js';
import { type ExecutionOptions, RequestExecutor } from './request-executor.js';
import { RequestReader } from './request-reader.js';

export interface TransportServerOptions extends ExecutionOptions {
  readonly redisUrl: string;
  /** Names this replica; requests can be addressed to it alone. */
  readonly instance: string;
  /** Whether this replica is the preferred one of some realms: it takes their requests with realm affinity. */
  readonly isPreferredReplica?: boolean | undefined;
}

/** An `@EventPattern` method; `group` stands in the second argument of the decorator. */
export interface EventHandler {
  readonly type: string;
  readonly group?: string;
  readonly handle: MessageHandler;
}

/**
 * Reads the service's request list with competing consumers and runs Nest's `@MessagePattern` handlers.
 *
 * Guarantee: a request is executed by at most one replica, at most once, and not at all after its deadline. An `ApiError`
 * that a handler throws reaches the caller as it is; anything else is logged here, once, and the caller gets a 500
 * without details. If requests wait too long, the server answers 503 to them. `close()` stops reading, finishes the requests that
 * were taken, sends the replies, and then disconnects.
 */
export class RedisTransportServer extends Server implements CustomTransportStrategy {
  /** This transport carries no events: a consumer of the log is to call them. */
  readonly eventHandlers: EventHandler[] = [];
  private readonly readerConnection: Redis;
  private readonly commands: Redis;
  private readonly clock: BrokerClock;
  private readonly replies: ReplySender;
  private readonly executor: RequestExecutor;
  private readonly presence: ReplicaPresence;
  private readonly reader: RequestReader;
  private isListening = false;

  constructor(private readonly options: TransportServerOptions) {
    super();
    const { redisUrl, service, instance, logger, isPreferredReplica = false } = options;
    // A pop whose answer was lost is sent again: what the lost answer held ends in its callers' deadlines either way.
    this.readerConnection = connectRedis(redisUrl, { name: `${service}:rpc-reader`, logger });
    this.commands = connectRedis(redisUrl, { name: `${service}:rpc`, logger });
    this.clock = new BrokerClock(this.commands);
    this.replies = new ReplySender(this.commands, logger);
    this.executor = new RequestExecutor(this.messageHandlers, this.clock, this.replies, options);
    this.presence = new ReplicaPresence(this.commands, this.clock, service, instance, isPreferredReplica);
    const own = [requestList(service, instance), ...(isPreferredReplica ? [preferredList(service, instance)] : [])];
    const lists = [...own, requestList(service)];
    this.reader = new RequestReader(this.readerConnection, this.commands, lists, this.executor, this.presence);
  }

  /** Requests being worked on now. */
  get requestsInFlight(): number {
    return this.executor.requestsInFlight;
  }

  /** How many requests wait that this replica may take, and for how long the oldest of them. */
  async backlog(): Promise<{ readonly depth: number; readonly oldestMs: number }> {
    const { service, instance } = this.options;
    const backlogs = await Promise.all(
      [requestList(service), preferredList(service, instance)].map((list) => this.waitingIn(list)),
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
    this.isListening = true;
    this.presence.start();
    this.reader.start();
    callback();
  }

  async close(): Promise<void> {
    this.clock.stop();
    if (this.isListening) {
      await this.reader.stop();
      await this.presence.withdraw();
      await this.drain();
      await this.presence.end();
    }
    giveUp(this.readerConnection);
    giveUp(this.commands);
  }

  /** Nest calls it for every method with a pattern. It would chain the handlers of an event type, whichever group they belong to. */
  override addHandler(
    pattern: string,
    handle: MessageHandler,
    isEventHandler = false,
    extras: { readonly group?: string } = {},
  ): void {
    if (isEventHandler) this.eventHandlers.push({ type: pattern, ...extras, handle });
    else super.addHandler(pattern, handle, false, extras);
  }

  on(): void {}

  unwrap<T>(): T {
    return this.commands as T;
  }

  private async drain(): Promise<void> {
    const giveUpAt = performance.now() + DRAIN_TIMEOUT_MS;
    while (this.requestsInFlight > 0 && performance.now() < giveUpAt) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await this.replies.flush();
    if (this.requestsInFlight > 0)
      this.options.logger.warn({ inFlight: this.requestsInFlight }, 'Stopped with requests unfinished');
  }
}
