import { randomBytes } from 'node:crypto';
import {
  CatchUpEvents,
  CreateEventQueue,
  DeleteEventQueue,
  EVENT_SESSIONS_KEY,
  EVENT_SHARDS,
  eventShardChannel,
  eventShardLeaseKey,
  eventShardOf,
  FetchEventQueues,
  type FetchedQueues,
  OpenEventQueue,
  type QueueFetch,
  type QueueNews,
  shardOfQueueId,
} from '@chat/contracts';
import type { FakeHandlers } from '@chat/testing';
import type { Redis } from 'ioredis';

/** The registration of a queue, as far as a test gives it. */
type Registration = Pick<CreateEventQueue, 'actor' | 'eventTypes'> & Partial<CreateEventQueue>;

interface PlayedQueue {
  readonly userId: number;
  readonly types: readonly string[] | null;
  lastId: number;
  entries: (readonly [id: number, event: object])[];
}

const SESSION = 'played';
/** Name of the played replica of events. */
const INSTANCE = 'fake';

/** The events service with its queues, played: a test says which events there are. */
export class PlayedEventQueues {
  readonly registrations: CreateEventQueue[] = [];
  /** By queue, also of queues that are deleted. */
  readonly registrationOf = new Map<string, Registration>();
  /** Throws if a queue cannot be registered, or delays the registration. */
  registering: (request: CreateEventQueue) => void | Promise<void> = () => undefined;
  /** Runs while the queues of a user catch up with the log. */
  catchingUp: (userId: number) => void | Promise<void> = () => undefined;
  /** Runs while a queue is opened. */
  opening: () => void | Promise<void> = () => undefined;
  /** Runs before a queue is deleted. */
  deleting: () => void | Promise<void> = () => undefined;
  private readonly queues = new Map<string, PlayedQueue>();

  readonly handlers: FakeHandlers = {
    [CreateEventQueue.pattern]: (request: CreateEventQueue) => this.create(request),
    [OpenEventQueue.pattern]: async ({ queueId }: OpenEventQueue) => {
      await this.opening();
      return { queueId, lastEventId: -1 };
    },
    [CatchUpEvents.pattern]: ({ userId }: CatchUpEvents) => this.catchingUp(userId),
    [DeleteEventQueue.pattern]: async ({ queueId }: DeleteEventQueue) => {
      await this.deleting();
      this.queues.delete(queueId);
    },
    [FetchEventQueues.pattern]: ({ queues }: FetchEventQueues) => this.fetch(queues),
  };

  /** Makes the played replica the holder of all shards. */
  async hold(redis: Redis): Promise<void> {
    await redis.zadd(EVENT_SESSIONS_KEY, Number.MAX_SAFE_INTEGER, SESSION);
    for (let shard = 0; shard < EVENT_SHARDS; shard++) {
      await redis.hset(eventShardLeaseKey(shard), { s: SESSION, i: INSTANCE });
    }
  }

  /** Adds an event to the queues of a user that have its type. Readers see it at their next fetch. */
  add(userId: number, event: { readonly type: string }): void {
    for (const queue of this.queuesOf(userId)) {
      if (queue.types?.includes(event.type) !== false) queue.entries.push([++queue.lastId, event]);
    }
  }

  /** Adds an event to one queue. */
  addTo(queueId: string, event: { readonly type: string }): void {
    const queue = this.queues.get(queueId) as PlayedQueue;
    queue.entries.push([++queue.lastId, event]);
  }

  end(userId: number): void {
    for (const [queueId, queue] of this.queues) {
      if (queue.userId === userId) this.queues.set(queueId, { ...queue, userId: 0 });
    }
  }

  /** Publishes to the readers of a user's queues that the queues have new events. */
  async notify(redis: Redis, userId: number): Promise<void> {
    const shard = eventShardOf(userId);
    const ids = [...this.queues.keys()].filter((queueId) => shardOfQueueId(queueId) === shard);
    await redis.publish(eventShardChannel(shard), ids.join());
  }

  countOf(userId: number): number {
    return this.queuesOf(userId).length;
  }

  private queuesOf(userId: number): PlayedQueue[] {
    return [...this.queues.values()].filter((queue) => queue.userId === userId);
  }

  /** Makes a queue. Returns its id. */
  register(registration: Registration): string {
    const { actor, eventTypes: types } = registration;
    const { userId } = actor;
    const queueId = `${eventShardOf(userId)}-${randomBytes(16).toString('hex')}`;
    this.queues.set(queueId, { userId, types, lastId: -1, entries: [] });
    this.registrationOf.set(queueId, registration);
    return queueId;
  }

  private async create(request: CreateEventQueue) {
    await this.registering(request);
    this.registrations.push(request);
    return { queueId: this.register(request) };
  }

  private fetch(fetches: readonly QueueFetch[]): FetchedQueues {
    const bodies: Record<string, string> = {};
    const queues = fetches.map(([queueId, userId, , lastEventId]): QueueNews => {
      const queue = this.queues.get(queueId);
      if (queue === undefined || queue.userId !== userId) return { kind: 'unknown queue' };
      queue.entries = queue.entries.filter(([id]) => id > (lastEventId ?? -1));
      if (queue.entries.length === 0) return { kind: 'nothing' };
      const entries = queue.entries.map(([id, event]) => {
        const body = `${queueId}/${id}`;
        bodies[body] = JSON.stringify(event).slice(1, -1);
        return [id, body, ''] as const;
      });
      return { kind: 'events', entries };
    });
    return { queues, bodies };
  }
}
