import type { StreamRecord, SubscriptionSettings } from './stream-events.js';

/** Who may write in a stream. Source: API contract, `stream_post_policy`. */
export const StreamPostPolicy = { Everyone: 1, Administrators: 2, FullMembers: 3, Moderators: 4 } as const;
export const STREAM_POST_POLICIES: readonly number[] = Object.values(StreamPostPolicy);

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

/** The user-level settings that stream-level nulls stand for, for clients that do not take nulls. */
const USER_LEVEL_DEFAULTS = {
  desktop_notifications: false,
  email_notifications: false,
  push_notifications: false,
  audible_notifications: false,
  wildcard_mentions_notify: true,
};

/** A user's own settings for a stream; nulls become booleans for clients without `notification_settings_null`. */
export function subscriptionSettingsOnWire(settings: SubscriptionSettings, takesNulls: boolean) {
  const inherited = takesNulls ? null : USER_LEVEL_DEFAULTS;
  return {
    color: settings.color,
    is_muted: settings.isMuted,
    in_home_view: !settings.isMuted,
    pin_to_top: settings.pinToTop,
    desktop_notifications: settings.desktopNotifications ?? inherited?.desktop_notifications ?? null,
    email_notifications: settings.emailNotifications ?? inherited?.email_notifications ?? null,
    push_notifications: settings.pushNotifications ?? inherited?.push_notifications ?? null,
    audible_notifications: settings.audibleNotifications ?? inherited?.audible_notifications ?? null,
    wildcard_mentions_notify: settings.wildcardMentionsNotify ?? inherited?.wildcard_mentions_notify ?? null,
  };
}

/** As lists and events of subscriptions show it; `subscribers` only where they were asked for. Source: API contract, "Stream". */
export const subscriptionOnWire = (
  stream: StreamRecord,
  settings: SubscriptionSettings,
  takesNulls: boolean,
  subscribers?: readonly number[],
) => ({
  ...streamOnWire(stream),
  stream_weekly_traffic: stream.weeklyTraffic,
  email_address: stream.emailAddress,
  ...subscriptionSettingsOnWire(settings, takesNulls),
  ...(subscribers !== undefined && { subscribers }),
});
