import type { Stamped } from '../domain-event.js';
import { Id, ListOf } from '../kit/fields.js';
import { id } from '../kit/types/numbers.js';
import { ServiceRequest } from '../service-request.js';
import type { Stream } from '../streams/streams.schema.js';

/** Users whose subscriptions are asked for at once. */
export const MAX_FANOUT_USERS = 500;

export interface FanoutState {
  /** Ids of the streams that each asked user is subscribed to (archived ones left out), by user id. */
  readonly subscriptions: Readonly<Record<number, readonly number[]>>;
}

/**
 * Request: what the fan-out must know of some users. Kept up by `SubscriptionsAdded` and `SubscriptionsRemoved`.
 * Errors: none; unknown users have no subscriptions. Effect: none.
 */
export class GetFanoutState extends ServiceRequest<Stamped<FanoutState>> {
  static readonly pattern = 'messaging.fanout.get_facts';
  static readonly isRepeatable = true;

  @Id() realmId!: number;
  @ListOf(id(), { max: MAX_FANOUT_USERS }) userIds!: number[];
}

/**
 * Request: the realm's active streams, for a projection. Kept up by `StreamCreated`, `StreamUpdated`, `StreamArchived`.
 * Errors: none. Effect: none.
 */
export class GetStreams extends ServiceRequest<Stamped<readonly Stream[]>> {
  static readonly pattern = 'messaging.streams.get_facts';
  static readonly isRepeatable = true;

  @Id() realmId!: number;
}
