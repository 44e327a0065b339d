import { type AudienceRule, itsUser, type Reader } from '../audience.js';
import { type ClientTraits, domainEvent } from '../domain-event.js';
import { type ClientEvent, ClientEventOf, clientEvent } from '../kit/client-event.js';
import { Field, Id, ListOf, Text } from '../kit/fields.js';
import { PickType } from '../kit/mapped-classes.js';
import { wireName } from '../kit/names.js';
import { registerFieldsOf } from '../kit/register-fields.js';
import { anyOf, bool, text } from '../kit/types/index.js';
import { maySeeStream } from '../streams/stream-access.js';
import {
  SubscribersAddedEvent,
  SubscribersRemovedEvent,
  streamsAppear,
  streamsDisappear,
} from '../streams/stream-client-events.js';
import { callersOf } from '../streams/streams.events.js';
import { ClientStream, type StreamRecord } from '../streams/streams.schema.js';
import { type InheritedNotifications, inheritedNotifications } from '../users/inherited-notifications.js';
import {
  StreamWithTraffic,
  Subscription,
  type SubscriptionSettings,
  SubscriptionWithoutNull,
  subscriptionForClients,
  withInherited,
} from './subscriptions.schema.js';

/** Client event for the new subscriber only. Null in a notification setting means the user-level setting. */
@ClientEventOf({
  type: 'subscription',
  op: 'add',
  when: 'The user was subscribed to streams.',
  form: 'With inherited notification settings',
  clients: { capability: 'notification_settings_null', isDeclared: true },
})
export class SubscriptionAddEvent {
  @ListOf(Subscription) subscriptions!: readonly Subscription[];
}

/** Form of `SubscriptionAddEvent` for older clients: user-level settings replace the nulls. */
@ClientEventOf({
  type: 'subscription',
  op: 'add',
  when: 'The user was subscribed to streams.',
  form: 'With the values of inherited settings',
  clients: { capability: 'notification_settings_null', isDeclared: false },
})
export class SubscriptionAddWithoutNullEvent {
  @ListOf(SubscriptionWithoutNull) subscriptions!: readonly SubscriptionWithoutNull[];
}

/** A stream in `SubscriptionRemoveEvent`. */
export class EndedSubscription extends PickType(ClientStream, ['streamId', 'name']) {}

/** Client event for the former subscriber only. Other users get `SubscribersRemovedEvent`. */
@ClientEventOf({ type: 'subscription', op: 'remove', when: 'The user was unsubscribed from streams.' })
export class SubscriptionRemoveEvent {
  @ListOf(EndedSubscription) subscriptions!: readonly EndedSubscription[];
}

/** Client event for the subscriber only, one per changed property. */
@ClientEventOf({ type: 'subscription', op: 'update', when: 'The user changed a property of a subscription.' })
export class SubscriptionUpdateEvent {
  @Id() streamId!: number;
  @Text({ description: 'As in a subscription: `color`, `is_muted`, `pin_to_top`, `push_notifications` …' })
  property!: string;
  @Field(anyOf([bool(), text()]), { nullable: true }) value!: boolean | string | null;
}

/** Streams that the user is, and was, subscribed to. */
export class SubscriptionsRegisterFields {
  @ListOf(Subscription) subscriptions!: readonly Subscription[];
  @ListOf(Subscription) unsubscribed!: readonly Subscription[];
}

class SubscriptionsWithoutNullRegisterFields {
  @ListOf(SubscriptionWithoutNull) subscriptions!: readonly SubscriptionWithoutNull[];
  @ListOf(SubscriptionWithoutNull) unsubscribed!: readonly SubscriptionWithoutNull[];
}
registerFieldsOf(['subscription'], SubscriptionsWithoutNullRegisterFields, { without: 'notification_settings_null' });

/** Register fields of the type `subscription`: visible streams without a subscription, now or earlier. */
export class NeverSubscribedRegisterFields {
  @ListOf(StreamWithTraffic, { description: 'Streams that the user may know of.' })
  neverSubscribed!: readonly StreamWithTraffic[];
}

interface StreamOfUser {
  readonly userId: number;
  readonly streamId: number;
}

/** A stream with subscribers; null if no reader needs them. */
interface SubscribersOf<Ids> {
  readonly stream: StreamRecord;
  readonly subscriberIds: Ids;
}

/** New subscriptions of any number of users and streams. */
export class SubscriptionsAddedPayload {
  readonly added!: readonly (StreamOfUser & { readonly settings: SubscriptionSettings })[];
  /** Each stream of `added` once, with its subscribers after the change. */
  readonly streams!: readonly SubscribersOf<readonly number[]>[];
  /** Values of nulls in `settings` by user id; those of a new account if absent. */
  readonly inherited?: Readonly<Record<number, InheritedNotifications>>;
}

/** Ended subscriptions of any number of users and streams. */
export class SubscriptionsRemovedPayload {
  readonly removed!: readonly StreamOfUser[];
  /**
   * Each stream of `removed` once, with the remaining subscribers that see it only by their subscription: all if it is private,
   * guests if it is public (null: not needed).
   */
  readonly streams!: readonly SubscribersOf<readonly number[] | null>[];
}

/** A user was deactivated or reactivated. Subscriptions are stored as before. */
export class SubscriberActivityChangedPayload {
  readonly userId!: number;
  /** Whether the user counts as a subscriber from now on. */
  readonly isActive!: boolean;
  /** The user's streams; `subscriberIds` as in `SubscriptionsRemoved`. At most `MAX_STREAMS_IN_SIGHT_EVENT`. */
  readonly streams!: readonly SubscribersOf<readonly number[] | null>[];
}

type Payload = SubscriptionsAddedPayload | SubscriptionsRemovedPayload | SubscriberActivityChangedPayload;

/** The part of a change that all readers share. */
interface ChangedStream {
  readonly stream: StreamRecord;
  /** Users with a changed subscription; ascending. */
  readonly userIds: readonly number[];
  readonly changed: ReadonlySet<number>;
}

/** Computed once per event. */
const changes = new WeakMap<Payload, readonly ChangedStream[]>();

function changesOf(payload: Payload): readonly ChangedStream[] {
  let found = changes.get(payload);
  if (!found) {
    const pairs = pairsOf(payload);
    found = payload.streams.map(({ stream }) => {
      const userIds = pairs.filter(({ streamId }) => streamId === stream.streamId).map(({ userId }) => userId);
      return { stream, userIds: userIds.sort((a, b) => a - b), changed: new Set(userIds) };
    });
    changes.set(payload, found);
  }
  return found;
}

function pairsOf(payload: Payload): readonly StreamOfUser[] {
  if ('added' in payload) return payload.added;
  if ('removed' in payload) return payload.removed;
  return payload.streams.map(({ stream }) => ({ userId: payload.userId, streamId: stream.streamId }));
}

/** Users with a changed subscription, and users that see one of the streams. */
const subscribersAndPeers: AudienceRule<Payload> = {
  to: 'users that see the stream',
  of: (payload) => {
    const streams = changesOf(payload);
    const test = (reader: Reader) =>
      streams.some((change) => change.changed.has(reader.userId) || seesChange(reader, change));
    return { kind: 'readers', test };
  },
};

/**
 * Decides by role and subscriptions at the event's log position. Messaging may not have applied a new role yet, so it cannot tell
 * which users see a stream only by a subscription.
 */
const seesChange = (reader: Reader, { stream }: ChangedStream): boolean =>
  maySeeStream(reader, stream, false) || reader.isSubscribedTo(stream.streamId);

type PeerEvent = typeof SubscribersAddedEvent | typeof SubscribersRemovedEvent;

/** A new subscriber reads the peers in the subscription; a former subscriber reads only users that left at the same time. */
function peersOf({ changed, userIds }: ChangedStream, event: PeerEvent, reader: Reader): readonly number[] {
  if (!changed.has(reader.userId)) return userIds;
  return event === SubscribersAddedEvent ? [] : userIds.filter((userId) => userId !== reader.userId);
}

/** One event for all streams with the same changed users. */
function peerEvents(event: PeerEvent, payload: Payload, reader: Reader): ClientEvent[] {
  const byUsers = new Map<string, { readonly streamIds: number[]; readonly userIds: readonly number[] }>();
  for (const change of changesOf(payload)) {
    const userIds = peersOf(change, event, reader);
    if (userIds.length === 0 || !seesChange(reader, change)) continue;
    const key = userIds.join(',');
    const peers = byUsers.get(key);
    if (peers) peers.streamIds.push(change.stream.streamId);
    else byUsers.set(key, { streamIds: [change.stream.streamId], userIds });
  }
  return [...byUsers.values()].map((peers) => clientEvent(event, peers));
}

/**
 * Users were subscribed; at most `MAX_SUBSCRIPTIONS_PER_EVENT` in one event. They get the subscription, after a stream that they
 * could not see; other readers of the stream get `peer_add`.
 */
export const SubscriptionsAdded = domainEvent('messaging.subscriptions_added', {
  payload: SubscriptionsAddedPayload,
  audience: subscribersAndPeers,
  clientEvents: [SubscribersAddedEvent],
  toClient: (payload, reader, client) => {
    const own = payload.added.filter(({ userId }) => userId === reader.userId);
    const streams = new Map(payload.streams.map((entry) => [entry.stream.streamId, entry]));
    const mine = own.map(({ streamId }) => streams.get(streamId)?.stream as StreamRecord);
    const appearing = mine.filter((stream) => callersOf(reader).some((caller) => !maySeeStream(caller, stream, false)));
    return [
      ...(appearing.length > 0 ? [streamsAppear(appearing)] : []),
      ...(own.length > 0 ? [subscriptionsAppear(own, streams, payload.inherited?.[reader.userId], client)] : []),
      ...peerEvents(SubscribersAddedEvent, payload, reader),
    ];
  },
});

function subscriptionsAppear(
  own: SubscriptionsAddedPayload['added'],
  streams: ReadonlyMap<number, SubscriptionsAddedPayload['streams'][number]>,
  ownDefaults: InheritedNotifications | undefined,
  { includeSubscribers, capabilities }: ClientTraits,
): ClientEvent {
  const subscriptions = <Settings extends SubscriptionSettings>(shown: (settings: SubscriptionSettings) => Settings) =>
    own.map(({ streamId, settings }) => {
      const { stream, subscriberIds } = streams.get(streamId) as SubscriptionsAddedPayload['streams'][number];
      return subscriptionForClients(stream, shown(settings), includeSubscribers ? subscriberIds : undefined);
    });
  if (capabilities.notificationSettingsNull) {
    return clientEvent(SubscriptionAddEvent, { subscriptions: subscriptions((settings) => settings) });
  }
  const inherited = ownDefaults ?? inheritedNotifications(undefined);
  return clientEvent(SubscriptionAddWithoutNullEvent, {
    subscriptions: subscriptions((settings) => withInherited(settings, inherited)),
  });
}

/** Users were unsubscribed. They lose streams that they no longer see; other readers of the stream get `peer_remove`. */
export const SubscriptionsRemoved = domainEvent('messaging.subscriptions_removed', {
  payload: SubscriptionsRemovedPayload,
  audience: subscribersAndPeers,
  clientEvents: [SubscribersRemovedEvent],
  toClient: (payload, reader) => {
    const mine = changesOf(payload)
      .filter(({ changed }) => changed.has(reader.userId))
      .map(({ stream }) => stream);
    const disappearing = mine.filter((stream) => !maySeeStream(reader, stream, false));
    return [
      ...(mine.length > 0 ? [clientEvent(SubscriptionRemoveEvent, { subscriptions: mine })] : []),
      ...(disappearing.length > 0 ? [streamsDisappear(disappearing)] : []),
      ...peerEvents(SubscribersRemovedEvent, payload, reader),
    ];
  },
});

/** A subscriber was deactivated or reactivated. The subscriptions remain, and the user's own clients get nothing. */
export const SubscriberActivityChanged = domainEvent('messaging.subscriber_activity_changed', {
  payload: SubscriberActivityChangedPayload,
  audience: subscribersAndPeers,
  toClient: (payload, reader) =>
    peerEvents(payload.isActive ? SubscribersAddedEvent : SubscribersRemovedEvent, payload, reader),
});

/** Changed settings of subscriptions. Only queues of the user get it. */
export class SubscriptionSettingsChangedPayload {
  readonly userId!: number;
  readonly changes!: readonly {
    readonly streamId: number;
    readonly property: keyof SubscriptionSettings;
    readonly value: string | boolean | null;
  }[];
}

/** One event per property; `in_home_view` is the deprecated negation of `is_muted`. */
export const SubscriptionSettingsChanged = domainEvent('messaging.subscription_settings_changed', {
  payload: SubscriptionSettingsChangedPayload,
  audience: itsUser,
  clientEvents: [SubscriptionUpdateEvent],
  toClient: ({ changes: changed }) =>
    changed.flatMap(({ streamId, property, value }) => {
      const update = clientEvent(SubscriptionUpdateEvent, { streamId, property: wireName(property), value });
      if (property !== 'isMuted') return [update];
      return [clientEvent(SubscriptionUpdateEvent, { streamId, property: 'in_home_view', value: !value }), update];
    }),
});
