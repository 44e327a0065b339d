import { inheritedNotifications, streamOnWire, subscriptionOnWire, wantsState } from '@chat/contracts';
import { mayReadStream, maySeeStream } from '../access/stream-access.js';
import type { RegisterPart } from '../register/register-part.js';
import { STREAM_COLUMNS, type StreamRow } from '../streams/stream-row.js';
import { readSubscribers } from './add-subscriptions.js';
import { readOwnSubscriptions } from './read-subscriptions.js';

/** `subscriptions`, `unsubscribed`, `never_subscribed`: every stream that the reader can see, once, by name. */
export const subscriptionsState: RegisterPart = async (tx, { request, realmId, users }) => {
  if (!wantsState(request, 'subscription')) return {};
  const { actor, includeSubscribers } = request;
  const own = actor ? await readOwnSubscriptions(tx, realmId, actor.userId) : [];
  const streams = await tx.query<StreamRow>(
    `SELECT ${STREAM_COLUMNS} FROM streams s
     WHERE s.realm_id = $1 AND s.archived_at IS NULL ORDER BY s.name_key, s.id`,
    [realmId],
  );
  const touched = new Set(own.map(({ stream }) => stream.streamId));
  const never = streams.filter((stream) => !touched.has(stream.streamId) && maySeeStream(actor, stream, false));
  const visible = own.filter(({ stream, isActive }) => maySeeStream(actor, stream, isActive));
  const subscribers = includeSubscribers
    ? await readSubscribers(
        tx,
        [...visible.map(({ stream }) => stream.streamId), ...never.map((s) => s.streamId)],
        users,
      )
    : undefined;
  const subscribersOf = (streamId: number) => (subscribers ? (subscribers.get(streamId) ?? []) : undefined);
  const inherited =
    actor && !request.capabilities.notificationSettingsNull ? inheritedNotifications(users.get(actor.userId)) : null;
  const onWire = (isActive: boolean) =>
    visible
      .filter((subscription) => subscription.isActive === isActive)
      .map(({ stream, settings }) => subscriptionOnWire(stream, settings, inherited, subscribersOf(stream.streamId)));
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
