import {
  type ApiError,
  CatchUpEvents,
  CreateEventQueue,
  DeleteEventQueue,
  EVENT_SESSIONS_KEY,
  type EventQueueOptions,
  eventShardLeaseKey,
  eventShardOf,
  FetchEventQueues,
  NO_CAPABILITIES,
  OpenEventQueue,
  type Principal,
  type QueueFetch,
  RegisterEventQueue,
} from '@chat/contracts';
import { partitionOf, tailKey } from '@chat/event-log';
import { RedisTransportClient } from '@chat/redis-rpc';
import { eventually } from '@chat/testing';
import type { Redis } from 'ioredis';

export const OPTIONS: EventQueueOptions = {
  applyMarkdown: true,
  clientExtavatar: true,
  slimPresence: false,
  includeSubscribers: false,
  allPublicStreams: false,
  capabilities: NO_CAPABILITIES,
  eventTypes: null,
  narrow: [],
};

export interface ReadEvent {
  readonly id: number;
  readonly type: string;
  readonly message?: { readonly id: number; readonly content: string; readonly avatar_url: string | null };
  readonly [member: string]: unknown;
}

/** Registers and reads queues as a gateway does, without HTTP. */
export class QueueClient {
  readonly client: RedisTransportClient;

  constructor(
    redisUrl: string,
    private readonly redis: Redis,
  ) {
    this.client = new RedisTransportClient(redisUrl, { name: 'queue-client' });
  }

  start(): Promise<void> {
    return this.client.connect();
  }

  close(): Promise<void> {
    return this.client.close();
  }

  async create(
    actor: Principal,
    options: Partial<EventQueueOptions> = {},
  ): Promise<{ queueId: string; holder: string }> {
    const holder = await this.holderOf(actor.userId);
    return { queueId: await this.createAt(holder, actor, options), holder };
  }

  /** As `create`, of a replica that need not be the holder. */
  async createAt(instance: string, actor: Principal, options: Partial<EventQueueOptions> = {}): Promise<string> {
    const fields = { actor, ...OPTIONS, ...options };
    const context = this.context(actor.realmId);
    return (await this.client.request(CreateEventQueue, fields, context, instance)).queueId;
  }

  async open(actor: Principal, queueId: string, holder: string, stamps: Record<string, number> = {}): Promise<void> {
    const fields = { userId: actor.userId, queueId, stamps };
    await this.client.request(OpenEventQueue, fields, this.context(actor.realmId), holder);
  }

  async register(
    actor: Principal,
    options: Partial<EventQueueOptions> = {},
    stamps: () => Record<string, number> = () => ({}),
  ): Promise<string> {
    const { queueId, holder } = await this.create(actor, options);
    await this.open(actor, queueId, holder, stamps());
    return queueId;
  }

  /** Where the log of the realm's partition ends. */
  async logEnd(realmId: number): Promise<string> {
    return (await this.redis.get(tailKey(partitionOf(realmId)))) ?? '0-0';
  }

  /** Registers a queue with the events after `since` that the stamps do not cover. */
  async registerSince(
    actor: Principal,
    since: string,
    stamps: Record<string, number>,
    subscribedStreamIds: Iterable<number>,
    options: Partial<EventQueueOptions> = {},
  ): Promise<string> {
    const making = { since, actorAsOf: '0-0', stamps, subscribedStreamIds: [...subscribedStreamIds] };
    const fields = { actor, ...OPTIONS, ...options, ...making };
    const holder = await this.holderOf(actor.userId);
    return (await this.client.request(RegisterEventQueue, fields, this.context(actor.realmId), holder)).queueId;
  }

  /** Has `instance` put everything into the user's queues that the log has up to `position`, or up to its end. */
  async catchUp(instance: string, { userId, realmId }: Principal, position?: string): Promise<void> {
    const fields = { userId, realmId, position: position ?? (await this.logEnd(realmId)) };
    await this.client.request(CatchUpEvents, fields, this.context(realmId), instance);
  }

  async fetch(...queues: QueueFetch[]) {
    return this.client.request(FetchEventQueues, { queues }, this.context(0));
  }

  /** As `fetch`, of one replica. */
  async fetchAt(instance: string, ...queues: QueueFetch[]) {
    return this.client.request(FetchEventQueues, { queues }, this.context(0), instance);
  }

  /** The queue's events after `lastEventId`, or the outcome's name. */
  async read(actor: Principal, queueId: string, lastEventId: number | null = null): Promise<ReadEvent[] | string> {
    const [read = 'no outcome'] = await this.readInOneFetch(actor, queueId, [lastEventId]);
    return read;
  }

  /** As `read`, for several looks into one queue that one script call executes. */
  async readInOneFetch(
    actor: Principal,
    queueId: string,
    lastEventIds: readonly (number | null)[],
  ): Promise<(ReadEvent[] | string)[]> {
    const { queues, bodies } = await this.fetch(
      ...lastEventIds.map((last): QueueFetch => [queueId, actor.userId, actor.realmId, last, false, null]),
    );
    return queues.map((news) => {
      if (news.kind === 'nothing') return [];
      if (news.kind !== 'events') return news.kind;
      return news.entries.map(([id, body, own]) => JSON.parse(`{"id":${id}${own && `,${own}`},${bodies[body]}}`));
    });
  }

  async delete(actor: Principal, queueId: string): Promise<string> {
    const { userId, realmId } = actor;
    try {
      await this.client.request(DeleteEventQueue, { userId, realmId, queueId }, this.context(realmId));
      return 'deleted';
    } catch (error) {
      return (error as ApiError).code ?? 'no code';
    }
  }

  /** Events once there are at least `count`. */
  readUntil(actor: Principal, queueId: string, count: number): Promise<ReadEvent[]> {
    return eventually(
      async () => {
        const events = await this.read(actor, queueId);
        return typeof events !== 'string' && events.length >= count ? events : undefined;
      },
      { what: `${count} events in ${queueId}` },
    ) as Promise<ReadEvent[]>;
  }

  /** The living holder of a user's shard. */
  holderOf(userId: number): Promise<string> {
    return eventually(
      async () => {
        const [session, instance] = await this.redis.hmget(eventShardLeaseKey(eventShardOf(userId)), 's', 'i');
        if (!session || !instance) return undefined;
        const expires = await this.redis.zscore(EVENT_SESSIONS_KEY, session);
        return expires !== null && Number(expires) > Date.now() ? instance : undefined;
      },
      { what: `a holder of user ${userId}'s shard` },
    ) as Promise<string>;
  }

  private context(realmId: number) {
    return { realmId, requestId: 'test' };
  }
}

export const messageIds = (events: ReadEvent[] | string) =>
  typeof events === 'string' ? events : events.map(({ message }) => message?.id);
