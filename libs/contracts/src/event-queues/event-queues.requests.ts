import { ClientCapabilities } from '../client-capabilities.js';
import { Bool, Field, Id, ListOf, MapOf, Nested, Text } from '../kit/fields.js';
import { notA } from '../kit/parameter-errors.js';
import { anyValue, bool, type FieldType, id, integer, orNull, refined, text, tuple } from '../kit/types/index.js';
import { ActorRequest, type FieldsOf, RealmRequest, request, ServiceRequest } from '../service-request.js';
import { MAX_QUEUE_EVENT_TYPES } from './event-queues.schema.js';

const LOG_POSITION = /^\d{1,16}-\d{1,16}$/;
/** A position in the log of domain events. */
export const logPosition = refined(text(), (value, name) => {
  if (!LOG_POSITION.test(value)) throw notA('a position in the log', name);
});

export interface PendingEventQueue {
  readonly queueId: string;
}

/** The user of a queue, and the options of the client. */
abstract class EventQueueRequest<Reply> extends ActorRequest<Reply> {
  @Bool() applyMarkdown!: boolean;
  @Bool() clientExtavatar!: boolean;
  @Bool() slimPresence!: boolean;
  @Bool() includeSubscribers!: boolean;
  @Bool() allPublicStreams!: boolean;
  @Nested(ClientCapabilities) capabilities!: ClientCapabilities;
  /** Null: every type. Unknown types have no effect. */
  @ListOf(text({ max: 100, controlCharacters: 'allowed' }), { max: MAX_QUEUE_EVENT_TYPES, nullable: true })
  eventTypes!: readonly string[] | null;
  /** Parsed JSON in one of the two forms of a narrow; the events service validates it. */
  @ListOf(anyValue) narrow!: readonly unknown[];
  /** For a queue of an event webhook: it does not count against `EVENT_QUEUES_PER_USER`. Absent from older callers. */
  @Bool({ optional: true }) isForWebhook?: boolean;
}

/**
 * To the holder of the actor's shard: collects events for a new queue from now on, in memory. `OpenEventQueue` opens the queue
 * after the snapshots; without it the holder forgets the queue within seconds. Error BAD_REQUEST: a narrow that queues do not
 * support, or `allPublicStreams` of a guest. Error SERVICE_UNAVAILABLE: this replica does not hold the shard or cannot load the
 * state of the user; send the request to the holder again.
 */
export class CreateEventQueue extends request(EventQueueRequest<PendingEventQueue>, 'events.queues.create') {
  static readonly timeoutMs = 3_000;
}

/** The options that a client chose at registration. */
export type EventQueueOptions = Omit<FieldsOf<CreateEventQueue>, 'actor'>;

export interface OpenedEventQueue {
  readonly queueId: string;
  /** The first `last_event_id` of the client. */
  readonly lastEventId: number;
}

/**
 * To the replica that replied to `CreateEventQueue`: stores the queue with the events since then, in one step, without events
 * that a stamp covers. Safe to repeat. Errors: SERVICE_UNAVAILABLE if the pending queue is not on this replica: start again.
 */
export class OpenEventQueue extends request(ServiceRequest<OpenedEventQueue>, 'events.queues.open') {
  static readonly timeoutMs = 3_000;

  @Id() userId!: number;
  @Text({ controlCharacters: 'allowed' }) queueId!: string;
  /** By service, the sequence that its snapshot covers; without services that sent no snapshot. */
  @MapOf(integer()) stamps!: Readonly<Record<string, number>>;
}

/**
 * To the holder of the actor's shard: `CreateEventQueue` and `OpenEventQueue` in one, for a caller that noted the end of the log
 * before it took the snapshots. Only with messaging's snapshot, and without `allPublicStreams`. Stores the queue with the events
 * since then, in one step. Error BAD_REQUEST: a narrow that queues do not support. Error SERVICE_UNAVAILABLE: this replica does
 * not hold the shard, or the log has too many events since then or has dropped some; send the two requests instead.
 */
export class RegisterEventQueue extends request(EventQueueRequest<OpenedEventQueue>, 'events.queues.register') {
  static readonly timeoutMs = 3_000;

  /** The end of the log of the realm's partition before the first snapshot. */
  @Field(logPosition, {}) since!: string;
  /** The epoch of the data in Redis (`EVENT_EPOCH_KEY`), read before `since`. A holder in another epoch replies SERVICE_UNAVAILABLE. */
  @Field(id(), { optional: true }) epoch?: number;
  /** The log position of the actor's data, not after `since`. */
  @Field(logPosition, {}) actorAsOf!: string;
  /** By service, the sequence that its snapshot covers, messaging's among them. */
  @MapOf(integer()) stamps!: Readonly<Record<string, number>>;
  /** The actor's subscriptions in messaging's snapshot, without archived streams. */
  @ListOf(id()) subscribedStreamIds!: readonly number[];
}

export const MAX_QUEUES_PER_FETCH = 256;

/** One queue of a fetch: `[queueId, userId, realmId, lastEventId, wantsHeartbeat, poll]`. */
export type QueueFetch = readonly [
  queueId: string,
  userId: number,
  realmId: number,
  /** Events up to this id are acknowledged and dropped; null acknowledges nothing. */
  lastEventId: number | null,
  /** Append a heartbeat if the queue is empty. */
  wantsHeartbeat: boolean,
  /**
   * The id of the poll that waits if the queue is empty; null for no wait. The plain id is a first fetch: it replaces the poll of
   * the queue. `?` before the id: a late first fetch; a poll that waits by then is newer and stays. `+` before the id: a further
   * fetch of the same poll.
   */
  poll: string | null,
];
const anyText = text({ controlCharacters: 'allowed' });
const queueFetch: FieldType<QueueFetch> = tuple(anyText, id(), id(), orNull(integer()), bool(), orNull(anyText));

/**
 * The events of one queue. `entries`: events after `lastEventId`, oldest first, each `[id, body, own]`; `own` is the text of the
 * members of this queue alone, or empty. `more`: the queue has further events. `again`: the reply had no room for the queue, or
 * not for all of it.
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
  /** The queue never issued `lastEventId`; `lastIssued` is the greatest id so far. */
  | { readonly kind: 'never issued'; readonly lastIssued: number }
  /** Events after `lastEventId` were acknowledged and dropped earlier, up to `lastPruned`. */
  | { readonly kind: 'pruned'; readonly lastPruned: number };

export interface FetchedQueues {
  /** In the order of the request. */
  readonly queues: readonly QueueNews[];
  /** Texts of event bodies, each once: the members of the event's JSON object except `id` and the members of one queue. */
  readonly bodies: Readonly<Record<string, string>>;
}

/**
 * To any replica: reads queues, acknowledges events, prolongs the life of the queues and appends heartbeats. Safe to repeat: the
 * same `lastEventId` returns the same events. Each queue has an outcome of its own.
 */
export class FetchEventQueues extends request(ServiceRequest<FetchedQueues>, 'events.queues.fetch') {
  static readonly timeoutMs = 3_000;

  @ListOf(queueFetch, { max: MAX_QUEUES_PER_FETCH }) queues!: readonly QueueFetch[];
}

/**
 * To the holder of the user's shard: resolves after the queues contain every event up to `position` in the log of the realm's
 * partition. For polls that do not wait. Errors: SERVICE_UNAVAILABLE if this replica does not hold the shard, or if the log ends
 * before.
 */
export class CatchUpEvents extends request(RealmRequest<void>, 'events.queues.catch_up') {
  /** Short: a poll that does not wait responds with the events in the queue. */
  static readonly timeoutMs = 1_000;

  @Id() userId!: number;
  @Field(logPosition, {}) position!: string;
}

/** Deletes a queue of the user. Errors: BAD_EVENT_QUEUE_ID if the user has no such queue. */
export class DeleteEventQueue extends request(RealmRequest<void>, 'events.queues.delete') {
  @Id() userId!: number;
  @Text({ controlCharacters: 'allowed' }) queueId!: string;
}
