import { StreamPostPolicy, type StreamRecord } from '../streams/streams.schema.js';
import type { InheritedNotifications } from '../users/inherited-notifications.js';
import type { SubscriptionSettings } from './stream-events.js';

/*
 * Streams and subscriptions under the names that stand on the wire: the same in register, in lists and in events, deprecated
 * fields included.
 */

/** As lists of streams show it. Source: reference shapes, `BasicStream`. */
export const streamOnWire = (stream: StreamRecord) => ({
  stream_id: stream.streamId,
  name: stream.name,
  description: stream.description,
  rendered_description: stream.renderedDescription,
  date_created: stream.createdAtSeconds,
  invite_only: stream.isPrivate,
  is_web_public: stream.isWebPublic,
  stream_post_policy: stream.postPolicy,
  is_announcement_only: stream.postPolicy === StreamPostPolicy.Administrators,
  message_retention_days: stream.messageRetentionDays,
  history_public_to_subscribers: stream.isHistoryPublicToSubscribers,
  first_message_id: stream.firstMessageId,
  can_remove_subscribers_group_id: stream.canRemoveSubscribersGroupId,
});

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

/** As lists and events of subscriptions show it; `subscribers` only where they were asked for. Source: API contract, "Stream". */
export const subscriptionOnWire = (
  stream: StreamRecord,
  settings: SubscriptionSettings,
  inherited: InheritedNotifications | null,
  subscribers?: readonly number[],
) => ({
  ...streamOnWire(stream),
  stream_weekly_traffic: stream.weeklyTraffic,
  email_address: stream.emailAddress,
  ...subscriptionSettingsOnWire(settings, inherited),
  ...(subscribers !== undefined && { subscribers }),
});
