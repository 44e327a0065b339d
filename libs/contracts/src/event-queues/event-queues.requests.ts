import { ClientCapabilities } from '../client-capabilities.js';
import { Bool, Field, Id, ListOf, MapOf, Nested, Text } from '../kit/fields.js';
import { notA } from '../kit/parameter-errors.js';
import { anyValue, bool, type FieldType, id, integer, orNull, refined, text, tuple } from '../kit/types/index.js';
import { Principal } from '../principal.js';
import { type FieldsOf, ServiceRequest } from '../service-request.js';
import { MAX_QUEUE_EVENT_TYPES } from './event-queues.schema.js';

const LOG_POSITION = /^\d{1,16}-\d{1,16}$/;
/** Where in the domain-event log something stands. */
export const logPosition = refined(text(), (value, name) => {
  if (!LOG_POSITION.test(value)) throw notA('a position in the log', name);
});

export interface PendingEventQueue {
  readonly queueId: string;
}

/** Who a queue is for, and what its client chose. */
abstract class EventQueueRequest<Reply> extends ServiceRequest<Reply> {
  @Nested(Principal) actor!: Principal;
  @Bool() applyMarkdown!: boolean;
  @Bool() clientExtavatar!: boolean;
  @Bool() slimPresence!: boolean;
  @Bool() includeSubscribers!: boolean;
  @Bool() allPublicStreams!: boolean;
  @Nested(ClientCapabilities) capabilities!: ClientCapabilities;
  /** Null: every type. Unknown ones do no harm. */
  @ListOf(text({ max: 100, controlCharacters: 'allowed' }), { max: MAX_QUEUE_EVENT_TYPES, nullable: true })
  eventTypes!: readonly string[] | null;
  /** Parsed JSON in either of a narrow's forms; the events service reads and checks it. */
  @ListOf(anyValue) narrow!: readonly unknown[];
}

/**
 * Request to the holder of the actor's shard: from now on remember what happens for a new queue, until the snapshots are taken
 * and `OpenEventQueue` says what they cover. A pending queue that is not opened within seconds is forgotten.
 *
 * Errors: BAD_REQUEST for a narrow that queues do not know, or `allPublicStreams` of a guest; SERVICE_UNAVAILABLE when this
 * replica does not hold the shard, or cannot learn what it must know of the user: ask the holder anew.
 * Effect: in memory only.
 */
export class CreateEventQueue extends EventQueueRequest<PendingEventQueue> {
  static readonly pattern = 'events.queues.create';
  static readonly timeoutMs = 3_000;
}

/** What a client chose when it registered a queue. Source: API contract, POST /register. */
export type EventQueueOptions = Omit<FieldsOf<CreateEventQueue>, 'actor'>;

export interface OpenedEventQueue {
  readonly queueId: string;
  /** What the client passes first. */
  readonly lastEventId: number;
}

/**
 * Request to the replica that answered `CreateEventQueue`: the snapshots are taken; the queue exists from now on. Events that a
 * stamp covers are left out, later ones are in the queue already.
 *
 * Errors: SERVICE_UNAVAILABLE when the pending queue is not here (any more): start over.
 * Effect: the queue and what happened since, stored in one step. Safe to repeat.
 */
export class OpenEventQueue extends ServiceRequest<OpenedEventQueue> {
  static readonly pattern = 'events.queues.open';
  static readonly timeoutMs = 3_000;

  @Id() userId!: number;
  @Text({ controlCharacters: 'allowed' }) queueId!: string;
  /** By service, the sequence that its snapshot covers; services that were not asked are left out. */
  @MapOf(integer()) stamps!: Readonly<Record<string, number>>;
}

/**
 * Request to the holder of the actor's shard: `CreateEventQueue` and `OpenEventQueue` in one, for who has taken the snapshots already and
 * knows where the log ended before: what is after that is in the log still. Only with messaging's snapshot, and without `allPublicStreams`.
 *
 * Errors: BAD_REQUEST for a narrow that queues do not know; SERVICE_UNAVAILABLE when this replica does not hold the shard, or what
 * happened since is too much, or no longer there: start over with the two requests.
 * Effect: the queue and what happened since, stored in one step.
 */
export class RegisterEventQueue extends EventQueueRequest<OpenedEventQueue> {
  static readonly pattern = 'events.queues.register';
  static readonly timeoutMs = 3_000;

  /** Where the log of the realm's partition ended before any of the snapshots was taken. */
  @Field(logPosition, {}) since!: string;
  /** As of where the actor is known: not after `since`. */
  @Field(logPosition, {}) actorAsOf!: string;
  /** By service, the sequence that its snapshot covers. Messaging's is among them. */
  @MapOf(integer()) stamps!: Readonly<Record<string, number>>;
  /** What the actor is subscribed to in messaging's snapshot, archived streams left out. */
  @ListOf(id()) subscribedStreamIds!: readonly number[];
}

/** Queues in one fetch. */
export const MAX_QUEUES_PER_FETCH = 256;

/** One queue to be looked into: `[queueId, userId, realmId, lastEventId, wantsHeartbeat, poll]`. */
export type QueueFetch = readonly [
  queueId: string,
  userId: number,
  realmId: number,
  /** Events up to it are acknowledged and dropped; null acknowledges nothing. */
  lastEventId: number | null,
  /** Make a heartbeat when there is nothing. */
  wantsHeartbeat: boolean,
  /**
   * The poll that will wait if there is nothing: its name on its first look, when whoever waits on the queue so far is told to
   * end; `?` and its name on a first look that comes later than the poll did, when whoever waits by now came after it; `+` and
   * its name when it looks again. Null: nobody waits.
   */
  poll: string | null,
];
const anyText = text({ controlCharacters: 'allowed' });
const queueFetch: FieldType<QueueFetch> = tuple(anyText, id(), id(), orNull(integer()), bool(), orNull(anyText));

/**
 * What is in one queue. `entries`: events after `lastEventId`, oldest first, each `[id, body, own]`; `own` is the text of this
 * queue's own members, or empty; `more`: the queue has more than that. `again`: there was no room for it in this reply, or not for all of it.
 */
export type QueueNews =
  | {
      readonly kind: 'events';
      readonly entries: readonly (readonly [id: number, body: string, own: string])[];
      readonly more?: true;
    }
  | { readonly kind: 'heartbeat'; readonly id: number }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'again' }
  | { readonly kind: 'unknown queue' }
  /** `lastEventId` was never issued; the last that was. */
  | { readonly kind: 'never issued'; readonly lastIssued: number }
  /** Events after `lastEventId` were acknowledged, and dropped, before; the last one. */
  | { readonly kind: 'pruned'; readonly lastPruned: number };

export interface FetchedQueues {
  /** In the order of the request. */
  readonly queues: readonly QueueNews[];
  /** Texts of event bodies, each once: the members of the event's JSON object beside `id` and the queue's own. */
  readonly bodies: Readonly<Record<string, string>>;
}

/**
 * Request to any replica: what is in these queues? Acknowledges, counts as activity, and makes heartbeats. Safe to repeat: the
 * same `lastEventId` gives the same events.
 *
 * Errors: none; each queue has its own outcome.
 */
export class FetchEventQueues extends ServiceRequest<FetchedQueues> {
  static readonly pattern = 'events.queues.fetch';
  static readonly timeoutMs = 3_000;

  @ListOf(queueFetch, { max: MAX_QUEUES_PER_FETCH }) queues!: readonly QueueFetch[];
}

/**
 * Request to the holder of the user's shard: resolves when everything that the log of the realm's partition has up to `position` is in
 * the queues that it is for. For clients that look into their queue and do not wait.
 *
 * Errors: SERVICE_UNAVAILABLE when this replica does not hold the shard, or the log ends before. Effect: none that would not come anyway.
 */
export class CatchUpEvents extends ServiceRequest<void> {
  static readonly pattern = 'events.queues.catch_up';
  /** Short: who does not wait is answered with what is there. */
  static readonly timeoutMs = 1_000;

  @Id() userId!: number;
  @Id() realmId!: number;
  @Field(logPosition, {}) position!: string;
}

/**
 * Request: the user's client needs the queue no longer.
 * Errors: BAD_EVENT_QUEUE_ID when there is no such queue of this user. Effect: all of the queue is gone.
 */
export class DeleteEventQueue extends ServiceRequest<void> {
  static readonly pattern = 'events.queues.delete';

  @Id() userId!: number;
  @Id() realmId!: number;
  @Text({ controlCharacters: 'allowed' }) queueId!: string;
}
