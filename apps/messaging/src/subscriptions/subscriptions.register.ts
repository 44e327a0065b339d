import { inheritedNotifications, mayReadStream, memberText, type Subscription, wantsState } from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';
import type { CachedStream } from '../register/cached-streams.js';
import { type PackedSettings, settingsMembers } from '../register/own-subscriptions.js';
import type { RegisterPart } from '../register/register-part.js';

/** Spectators read web-public streams like subscribers. */
const OF_SPECTATORS: PackedSettings = 'f,f,t,t,t,t,t,#c2c2c2';

/** `subscriptions`, `unsubscribed` and `never_subscribed`: each visible stream in one of them, by name. */
export const subscriptionsState: RegisterPart = async (tx, { request, users, streams, subscribers: cache }) => {
  if (!wantsState(request, 'subscription')) return {};
  const { actor, includeSubscribers } = request;
  const { visible, own } = await streams();
  const visibleIds = visible.map(({ stream }) => stream.streamId);
  const subscribers = includeSubscribers ? await cache.textsOf(tx, visibleIds, users) : undefined;
  const subscribersOf = ({ stream }: CachedStream) =>
    subscribers ? `,${memberText<Subscription>('subscribers', subscribers.get(stream.streamId) ?? '[]')}` : '';
  const inherited =
    actor && !request.capabilities.notificationSettingsNull ? inheritedNotifications(users.get(actor.userId)) : null;
  const addressOf = ({ stream }: CachedStream) =>
    memberText<Subscription>('email_address', JSON.stringify(actor ? stream.emailAddress : ''));
  const subscribed = (one: CachedStream, settings: PackedSettings) =>
    `{${one.members},${addressOf(one)},${settingsMembers(settings, inherited)}${subscribersOf(one)}}`;
  const mine: string[] = [];
  const former: string[] = [];
  const never: CachedStream[] = [];
  for (const one of visible) {
    const subscription = own.get(one.stream.streamId);
    if (subscription === undefined) never.push(one);
    else (subscription.isActive ? mine : former).push(subscribed(one, subscription.settings));
  }
  if (actor === null) {
    const readable = never.filter(({ stream }) => mayReadStream(null, stream, false));
    mine.push(...readable.map((one) => subscribed(one, OF_SPECTATORS)));
  }
  return {
    subscriptions: list(mine),
    unsubscribed: list(former),
    never_subscribed: list((actor ? never : []).map((one) => `{${one.members}${subscribersOf(one)}}`)),
  };
};

const list = (elements: readonly string[]): JsonText => new JsonText(`[${elements.join(',')}]`);
