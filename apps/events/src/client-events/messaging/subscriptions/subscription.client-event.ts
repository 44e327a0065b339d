import {
  callersOf,
  type InheritedNotifications,
  inheritedNotifications,
  maySeeStream,
  type StreamRecord,
  SubscriberActivityChanged,
  type SubscriberActivityChangedPayload,
  SubscriptionSettingsChanged,
  type SubscriptionSettingsChangedPayload,
  SubscriptionsAdded,
  type SubscriptionsAddedPayload,
  SubscriptionsRemoved,
  type SubscriptionsRemovedPayload,
  streamsAppear,
  streamsDisappear,
  subscriptionOnWire,
} from '@chat/contracts';
import type {
  Audience,
  ClientEvent,
  ClientEventMapping,
  ClientTraits,
  Reader,
} from '../../../fan-out/client-event-mapping.js';
import { toUser } from '../to-user.js';

/** What is common to all readers of one event: made once. */
interface ChangedStream {
  readonly stream: StreamRecord;
  /** Whose subscription changed; ascending. */
  readonly userIds: readonly number[];
  readonly changed: ReadonlySet<number>;
}

type Payload = SubscriptionsAddedPayload | SubscriptionsRemovedPayload | SubscriberActivityChangedPayload;
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

function pairsOf(payload: Payload): readonly { readonly userId: number; readonly streamId: number }[] {
  if ('added' in payload) return payload.added;
  if ('removed' in payload) return payload.removed;
  return payload.streams.map(({ stream }) => ({ userId: payload.userId, streamId: stream.streamId }));
}

/** Whoever's subscription changed, and whoever sees one of the streams. */
function audienceOf(payload: Payload): Audience {
  const streams = changesOf(payload);
  return {
    kind: 'readers',
    test: (reader) => streams.some((change) => change.changed.has(reader.userId) || seesChange(reader, change)),
  };
}

/**
 * By the role and the subscriptions at the event's place in the log: messaging, which may not have heard of a new role yet, cannot tell
 * who sees a stream for being subscribed alone.
 */
const seesChange = (reader: Reader, { stream }: ChangedStream): boolean =>
  maySeeStream(reader, stream, false) || reader.isSubscribedTo(stream.streamId);

/** Who came is in the subscription that one gets oneself; who left together with one is told nowhere else. */
function peersOf(
  { changed, userIds }: ChangedStream,
  op: 'peer_add' | 'peer_remove',
  reader: Reader,
): readonly number[] {
  if (!changed.has(reader.userId)) return userIds;
  return op === 'peer_add' ? [] : userIds.filter((userId) => userId !== reader.userId);
}

/** `peer_add` or `peer_remove`: one event for all streams in which the same users changed. */
function peerEvents(op: 'peer_add' | 'peer_remove', payload: Payload, reader: Reader): ClientEvent[] {
  const byUsers = new Map<string, { stream_ids: number[]; user_ids: readonly number[] }>();
  for (const change of changesOf(payload)) {
    const userIds = peersOf(change, op, reader);
    if (userIds.length === 0 || !seesChange(reader, change)) continue;
    const key = userIds.join(',');
    const event = byUsers.get(key);
    if (event) event.stream_ids.push(change.stream.streamId);
    else byUsers.set(key, { stream_ids: [change.stream.streamId], user_ids: userIds });
  }
  return [...byUsers.values()].map((event) => ({ type: 'subscription', op, ...event }));
}

/**
 * `subscription` with op `add` to those who were subscribed, after `stream` with op `create` where they could not see the stream
 * before; `peer_add` to everybody else who sees it.
 */
export const subscriptionsAddedMapping: ClientEventMapping<SubscriptionsAddedPayload> = {
  source: SubscriptionsAdded,
  audience: audienceOf,
  forClient: (payload, reader, client) => {
    const own = payload.added.filter(({ userId }) => userId === reader.userId);
    const streams = new Map(payload.streams.map((entry) => [entry.stream.streamId, entry]));
    const mine = own.map(({ streamId }) => streams.get(streamId)?.stream as StreamRecord);
    const appearing = mine.filter((stream) => callersOf(reader).some((caller) => !maySeeStream(caller, stream, false)));
    return [
      ...(appearing.length > 0 ? [streamsAppear(appearing)] : []),
      ...(own.length > 0 ? [added(own, streams, payload.inherited?.[reader.userId], client)] : []),
      ...peerEvents('peer_add', payload, reader),
    ];
  },
};

function added(
  own: SubscriptionsAddedPayload['added'],
  streams: ReadonlyMap<number, SubscriptionsAddedPayload['streams'][number]>,
  ownDefaults: InheritedNotifications | undefined,
  { includeSubscribers, capabilities }: ClientTraits,
): ClientEvent {
  const inherited = capabilities.notificationSettingsNull ? null : (ownDefaults ?? inheritedNotifications(undefined));
  const subscriptions = own.map(({ streamId, settings }) => {
    const { stream, subscriberIds } = streams.get(streamId) as SubscriptionsAddedPayload['streams'][number];
    const subscribers = includeSubscribers ? subscriberIds : undefined;
    return subscriptionOnWire(stream, settings, inherited, subscribers);
  });
  return { type: 'subscription', op: 'add', subscriptions };
}

/**
 * `subscription` with op `remove` to those whose subscription ended, and then `stream` with op `delete` where they no longer see the
 * stream; `peer_remove` of the others to everybody who sees it.
 */
export const subscriptionsRemovedMapping: ClientEventMapping<SubscriptionsRemovedPayload> = {
  source: SubscriptionsRemoved,
  audience: audienceOf,
  forClient: (payload, reader) => {
    const mine = changesOf(payload)
      .filter(({ changed }) => changed.has(reader.userId))
      .map(({ stream }) => stream);
    const disappearing = mine.filter((stream) => !maySeeStream(reader, stream, false));
    const subscriptions = mine.map(({ streamId, name }) => ({ stream_id: streamId, name }));
    return [
      ...(mine.length > 0 ? [{ type: 'subscription', op: 'remove', subscriptions }] : []),
      ...(disappearing.length > 0 ? [streamsDisappear(disappearing)] : []),
      ...peerEvents('peer_remove', payload, reader),
    ];
  },
};

/** Those who are deactivated are nobody's peers; with reactivation they are as before. Their own clients hear nothing of it. */
export const subscriberActivityMapping: ClientEventMapping<SubscriberActivityChangedPayload> = {
  source: SubscriberActivityChanged,
  audience: audienceOf,
  forClient: (payload, reader) => peerEvents(payload.isActive ? 'peer_add' : 'peer_remove', payload, reader),
};

const WIRE_NAMES = {
  color: 'color',
  isMuted: 'is_muted',
  pinToTop: 'pin_to_top',
  desktopNotifications: 'desktop_notifications',
  emailNotifications: 'email_notifications',
  pushNotifications: 'push_notifications',
  audibleNotifications: 'audible_notifications',
  wildcardMentionsNotify: 'wildcard_mentions_notify',
} as const;

/** `subscription` with op `update`, one per property; `in_home_view` is the deprecated opposite of `is_muted`. */
export const subscriptionSettingsMapping: ClientEventMapping<SubscriptionSettingsChangedPayload> = {
  source: SubscriptionSettingsChanged,
  audience: toUser,
  forClient: (payload) =>
    payload.changes.flatMap(({ streamId, property, value }) => {
      const update = (name: string, wireValue: unknown): ClientEvent => ({
        type: 'subscription',
        op: 'update',
        stream_id: streamId,
        property: name,
        value: wireValue,
      });
      const event = update(WIRE_NAMES[property], value);
      return property === 'isMuted' ? [update('in_home_view', !value), event] : [event];
    }),
};
