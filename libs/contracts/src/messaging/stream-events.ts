import { domainEvent } from '../domain-event.js';
import type { StreamRecord } from '../streams/streams.schema.js';
import type { InheritedNotifications } from '../users/inherited-notifications.js';

/** One user's own settings for a stream. Source: API contract, "Stream". */
export interface SubscriptionSettings {
  readonly color: string;
  readonly isMuted: boolean;
  readonly pinToTop: boolean;
  readonly desktopNotifications: boolean | null;
  readonly emailNotifications: boolean | null;
  readonly pushNotifications: boolean | null;
  readonly audibleNotifications: boolean | null;
  readonly wildcardMentionsNotify: boolean | null;
}

export interface SubscriptionsAddedPayload {
  readonly added: readonly {
    readonly userId: number;
    readonly streamId: number;
    readonly settings: SubscriptionSettings;
  }[];
  /** The streams of `added`, each once, with its subscribers after the change. */
  readonly streams: readonly { readonly stream: StreamRecord; readonly subscriberIds: readonly number[] }[];
  /** What nulls in `settings` stand for, by user id; of users who are left out, what they stand for in a new account. */
  readonly inherited?: Readonly<Record<number, InheritedNotifications>>;
}
/** Users were subscribed; at most `MAX_SUBSCRIPTIONS_PER_EVENT` in one event. */
export const SubscriptionsAdded = domainEvent<SubscriptionsAddedPayload>()('messaging.subscriptions_added');

export interface SubscriptionsRemovedPayload {
  readonly removed: readonly { readonly userId: number; readonly streamId: number }[];
  /**
   * The streams of `removed`, each once, with those who remain subscribed and see it for that reason alone: everybody if it is
   * private, guests if it is public (null: nobody needs it).
   */
  readonly streams: readonly { readonly stream: StreamRecord; readonly subscriberIds: readonly number[] | null }[];
}
export const SubscriptionsRemoved = domainEvent<SubscriptionsRemovedPayload>()('messaging.subscriptions_removed');

export interface SubscriberActivityChangedPayload {
  readonly userId: number;
  /** Whether the user is listed among the streams' subscribers from now on. */
  readonly isActive: boolean;
  /** Streams that the user is subscribed to; `subscriberIds` as in `SubscriptionsRemoved`. At most `MAX_STREAMS_IN_SIGHT_EVENT`. */
  readonly streams: readonly { readonly stream: StreamRecord; readonly subscriberIds: readonly number[] | null }[];
}
/** A subscriber was deactivated or reactivated; the subscriptions stay. */
export const SubscriberActivityChanged = domainEvent<SubscriberActivityChangedPayload>()(
  'messaging.subscriber_activity_changed',
);

export const MAX_SUBSCRIPTIONS_PER_EVENT = 1_000;
