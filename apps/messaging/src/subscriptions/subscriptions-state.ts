import { inheritedNotifications, streamOnWire, subscriptionOnWire, wantsState } from '@chat/contracts';
import { mayReadStream, maySeeStream } from '../access/stream-access.js';
import type { RegisterPart } from '../register/register-part.js';
import type { StreamRow } from '../streams/stream-row.js';

/** `subscriptions`, `unsubscribed`, `never_subscribed`: every stream that the reader can see, once, by name. */
export const subscriptionsState: RegisterPart = async (tx, { request, users, streams, subscribers: kept }) => {
  if (!wantsState(request, 'subscription')) return {};
  const { actor, includeSubscribers } = request;
  const visible = (await streams()).filter(({ stream, own }) => maySeeStream(actor, stream, own?.isActive === true));
  const subscribers = includeSubscribers
    ? await kept.of(
        tx,
        visible.map(({ stream }) => stream.streamId),
        users,
      )
    : undefined;
  const subscribersOf = (streamId: number) => (subscribers ? (subscribers.get(streamId) ?? []) : undefined);
  const inherited =
    actor && !request.capabilities.notificationSettingsNull ? inheritedNotifications(users.get(actor.userId)) : null;
  const onWire = (isActive: boolean) =>
    visible.flatMap(({ stream, own }) =>
      own?.isActive === isActive
        ? [subscriptionOnWire(stream, own.settings, inherited, subscribersOf(stream.streamId))]
        : [],
    );
  const never = visible.filter(({ own }) => own === undefined).map(({ stream }) => stream);
  return {
    subscriptions: actor ? onWire(true) : never.filter((s) => mayReadStream(null, s, false)).map(asSubscription),
    unsubscribed: onWire(false),
    never_subscribed: (actor ? never : []).map((stream) => ({
      ...streamOnWire(stream),
      stream_weekly_traffic: stream.weeklyTraffic,
      ...(subscribers && { subscribers: subscribersOf(stream.streamId) }),
    })),
  };
};

/** Spectators see web-public streams as if they were subscribed to them. */
const asSubscription = (stream: StreamRow) =>
  subscriptionOnWire(
    { ...stream, emailAddress: '' },
    {
      color: '#c2c2c2',
      isMuted: false,
      pinToTop: false,
      desktopNotifications: true,
      emailNotifications: true,
      pushNotifications: true,
      audibleNotifications: true,
      wildcardMentionsNotify: true,
    },
    null,
  );
