import { writerOf } from '../kit/types/object.js';
import { Stream, type StreamRecord, streamForClients } from '../streams/streams.schema.js';
import type { InheritedNotifications } from '../users/inherited-notifications.js';
import type { SubscriptionSettings } from './stream-events.js';

/*
 * Streams and subscriptions under the names that stand on the wire: the same in register, in lists and in events, deprecated
 * fields included.
 */

/** A user's own settings for a stream; with `inherited`, nulls become what they stand for (see `notification_settings_null`). */
export const subscriptionSettingsOnWire = (
  settings: SubscriptionSettings,
  inherited: InheritedNotifications | null,
) => ({
  color: settings.color,
  is_muted: settings.isMuted,
  in_home_view: !settings.isMuted,
  pin_to_top: settings.pinToTop,
  desktop_notifications: settings.desktopNotifications ?? inherited?.desktopNotifications ?? null,
  email_notifications: settings.emailNotifications ?? inherited?.emailNotifications ?? null,
  push_notifications: settings.pushNotifications ?? inherited?.pushNotifications ?? null,
  audible_notifications: settings.audibleNotifications ?? inherited?.audibleNotifications ?? null,
  wildcard_mentions_notify: settings.wildcardMentionsNotify ?? inherited?.wildcardMentionsNotify ?? null,
});

const writeStream = writerOf(Stream);

/** As lists and events of subscriptions show it; `subscribers` only where they were asked for. Source: API contract, "Stream". */
export const subscriptionOnWire = (
  stream: StreamRecord,
  settings: SubscriptionSettings,
  inherited: InheritedNotifications | null,
  subscribers?: readonly number[],
) => ({
  ...writeStream(streamForClients(stream)),
  stream_weekly_traffic: stream.weeklyTraffic,
  email_address: stream.emailAddress,
  ...subscriptionSettingsOnWire(settings, inherited),
  ...(subscribers !== undefined && { subscribers }),
});
