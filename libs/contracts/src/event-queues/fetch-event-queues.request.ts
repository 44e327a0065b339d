import { ListOf } from '../kit/fields.js';
import { bool } from '../kit/types/choices.js';
import { tuple } from '../kit/types/collections.js';
import { type FieldType, orNull } from '../kit/types/field-type.js';
import { id, integer } from '../kit/types/numbers.js';
import { text } from '../kit/types/text.js';
import { ServiceRequest } from '../service-request.js';

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
