import { BrokerClock, connectRedis, disconnect } from '@chat/redis';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import type { Redis } from 'ioredis';
import { BLOCK_SECONDS, preferredList, READ_BATCH, requestList } from './limits.js';
import { ListReader } from './list-reader.js';
import { decodeRequest } from './packets.js';
import { ReplicaPresence } from './replica-presence.js';
import { type ExecutionOptions, RequestExecutor } from './request-executor.js';

interface TransportServerOptions extends ExecutionOptions {
  readonly redisUrl: string;
  /** Name of this replica. Requests can be addressed to it alone. */
  readonly instance: string;
  /** Whether callers may prefer this replica for requests with realm affinity. */
  readonly isPreferredReplica?: boolean | undefined;
}

/** An `@EventPattern` method. The second argument of the decorator may have the `group`. */
interface EventHandler {
  readonly type: string;
  readonly group?: string;
  readonly handle: MessageHandler;
}

/**
 * Reads the service's request list with competing consumers and runs Nest's `@MessagePattern` handlers.
 *
 * Guarantee: a request is executed by at most one replica, at most once, and not after its deadline. An `ApiError` of a handler reaches
 * the caller as it is. Any other error is logged here, once, and the caller gets a 500 without details. If requests wait too long, the
 * server rejects them with a 503. `close()` stops reading, finishes the requests that were taken, sends the replies, and then disconnects.
 */
export class RedisTransportServer extends Server implements CustomTransportStrategy {
  /** A consumer of the event log calls them, because this transport carries no events. */
  readonly eventHandlers: EventHandler[] = [];
  private readonly readerConnection: Redis;
  private readonly commands: Redis;
  private readonly clock: BrokerClock;
  private readonly executor: RequestExecutor;
  private readonly presence: ReplicaPresence;
  private readonly reader: ListReader;
  private isListening = false;

  constructor(private readonly options: TransportServerOptions) {
    super();
    const { redisUrl, service, instance, logger, isPreferredReplica = false } = options;
    // A pop without a reply is repeated. The requests in the lost reply end at their deadlines in any case.
    this.readerConnection = connectRedis(redisUrl, { name: `${service}:rpc-reader`, logger });
    this.commands = connectRedis(redisUrl, { name: `${service}:rpc`, logger });
    this.clock = new BrokerClock(this.commands);
    this.executor = new RequestExecutor(this.messageHandlers, this.clock, this.commands, options);
    this.presence = new ReplicaPresence(this.commands, this.clock, service, instance, isPreferredReplica);
    const preferred = isPreferredReplica ? [preferredList(service, instance)] : [];
    this.reader = new ListReader(this.readerConnection, {
      lists: [requestList(service, instance), ...preferred, requestList(service)],
      blockSeconds: BLOCK_SECONDS,
      batch: READ_BATCH,
      room: this.executor.room.bind(this.executor),
      onPacket: this.executor.execute.bind(this.executor),
    });
  }

  /** Requests in execution. */
  get requestsInFlight(): number {
    return this.executor.requestsInFlight;
  }

  /** Number of requests that wait and may be taken by this replica, and the age of the oldest. */
  async backlog(): Promise<{ readonly depth: number; readonly oldestMs: number }> {
    const { service, instance } = this.options;
    const lists = [requestList(service), preferredList(service, instance)];
    const backlogs = await Promise.all(
      lists.map(async (list) => {
        const [depth, oldest] = await Promise.all([this.commands.llen(list), this.commands.lindex(list, 0)]);
        const sentAtMs = oldest === null ? undefined : decodeRequest(oldest)?.s;
        return { depth, oldestMs: sentAtMs === undefined ? 0 : Math.max(0, this.clock.nowMs() - sentAtMs) };
      }),
    );
    return {
      depth: backlogs.reduce((sum, { depth }) => sum + depth, 0),
      oldestMs: Math.max(...backlogs.map(({ oldestMs }) => oldestMs)),
    };
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
      await this.reader.stop(this.commands);
      await this.presence.withdraw();
      await this.executor.drain();
      await this.presence.end();
    }
    disconnect(this.readerConnection);
    disconnect(this.commands);
  }

  /** Called by Nest for every method with a pattern. Nest's own implementation would chain the event handlers of different groups. */
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
}
