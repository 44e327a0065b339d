import {
  badNarrow,
  badRequest,
  type ClientTraits,
  type EventQueueOptions,
  type LoggedEvent,
  NO_CAPABILITIES,
  type ServiceName,
} from '@chat/contracts';
import { keyOfNarrow, type Narrow, parseQueueNarrow } from '@chat/narrow';
import type { LiveUser } from './live-user.js';

/** By service, the sequence up to which the state that the client got at registration contains all events. */
export type Stamps = Readonly<Partial<Record<ServiceName, number>>>;

/** The stored registration of a queue. */
export interface QueueMeta {
  readonly userId: number;
  readonly realmId: number;
  readonly options: EventQueueOptions;
  readonly stamps: Stamps;
}

/** An event queue in the memory of its holder: everything that decides which events it gets. The events are in Redis. */
export class LiveQueue {
  readonly traits: ClientTraits;
  readonly allPublicStreams: boolean;
  readonly narrow: Narrow;
  /** With a narrow on a stream, the queue gets messages only while its user is subscribed. */
  readonly needsSubscription: boolean;
  /** Not one of the queues that clients of the user poll. */
  readonly isForWebhook: boolean;
  private readonly types: ReadonlySet<string> | null;
  /** False if the client names the newer type, `user_topic`: as in the register response, it replaces the older one. */
  private readonly wantsMutedTopics: boolean;
  private readonly stamps: Stamps;

  constructor(
    readonly queueId: string,
    readonly user: LiveUser,
    { options, stamps }: QueueMeta,
  ) {
    const { applyMarkdown, clientExtavatar, slimPresence, includeSubscribers } = options;
    this.traits = {
      applyMarkdown,
      clientExtavatar,
      slimPresence,
      includeSubscribers,
      capabilities: { ...NO_CAPABILITIES, ...options.capabilities },
    };
    this.allPublicStreams = options.allPublicStreams;
    this.isForWebhook = options.isForWebhook ?? false;
    this.types = options.eventTypes === null ? null : new Set(options.eventTypes);
    this.wantsMutedTopics = !(this.types?.has('user_topic') ?? false);
    this.narrow = parseQueueNarrow(options.narrow, { badRequest, badNarrow });
    this.needsSubscription = this.narrow.some(({ operator, isNegated }) => operator === 'stream' && !isNegated);
    this.stamps = stamps;
  }

  wants(type: string): boolean {
    if (type === 'muted_topics' && !this.wantsMutedTopics) return false;
    return this.types === null || this.types.has(type);
  }

  /** Whether the state that the client got at registration contains the event. */
  hasInState({ service, sequence }: LoggedEvent): boolean {
    return sequence <= (this.stamps[service] ?? 0);
  }
}

/** Queues that get messages, by the key of their narrow: a message meets the few that it may match, however many there are. */
export class KeyedQueues {
  private readonly queues = new Map<string, Set<LiveQueue>>();

  add(queue: LiveQueue): void {
    if (!queue.wants('message')) return;
    const key = keyOfNarrow(queue.narrow);
    const others = this.queues.get(key);
    if (others) others.add(queue);
    else this.queues.set(key, new Set([queue]));
  }

  delete(queue: LiveQueue): void {
    const key = keyOfNarrow(queue.narrow);
    const queues = this.queues.get(key);
    if (queues?.delete(queue) && queues.size === 0) this.queues.delete(key);
  }

  /** The queues with one of the keys. No generator: most of the calls find nothing, and there is one for each message and user. */
  find(keys: readonly string[]): readonly LiveQueue[] {
    const found: LiveQueue[] = [];
    for (const key of keys) {
      const queues = this.queues.get(key);
      if (queues) for (const queue of queues) found.push(queue);
    }
    return found;
  }
}
