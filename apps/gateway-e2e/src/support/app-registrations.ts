import { expect } from '@jest/globals';

/** Event types that the mobile app registers for. */
export const MOBILE_FETCH_TYPES = [
  ...['alert_words', 'custom_profile_fields', 'message', 'muted_topics', 'muted_users', 'presence', 'realm'],
  ...['realm_emoji', 'realm_filters', 'realm_linkifiers', 'realm_user', 'realm_user_groups'],
  ...['recent_private_conversations', 'stream', 'subscription', 'update_display_settings'],
  ...['update_global_notifications', 'update_message_flags', 'user_settings', 'user_status', 'user_topic'],
  'zulip_version',
];

/** Fields that the mobile app reads from the response. */
export const MOBILE_STATE: Readonly<Record<string, unknown>> = {
  queue_id: expect.any(String),
  last_event_id: expect.any(Number),
  zulip_version: expect.any(String),
  zulip_feature_level: 185,
  zulip_merge_base: expect.any(String),
  zulip_plan_is_not_limited: true,
  alert_words: [],
  max_message_id: expect.any(Number),
  muted_users: [],
  realm_emoji: {},
  realm_filters: expect.any(Array),
  realm_name: expect.any(String),
  realm_uri: expect.any(String),
  realm_users: expect.any(Array),
  realm_non_active_users: expect.any(Array),
  cross_realm_bots: expect.any(Array),
  realm_user_groups: expect.any(Array),
  recent_private_conversations: expect.any(Array),
  streams: expect.any(Array),
  subscriptions: expect.any(Array),
  unsubscribed: expect.any(Array),
  never_subscribed: expect.any(Array),
  unread_msgs: expect.any(Object),
  user_settings: expect.any(Object),
  user_status: {},
  user_topics: [],
  max_file_upload_size_mib: expect.any(Number),
  server_emoji_data_url: expect.any(String),
  jitsi_server_url: null,
};

/** Event types that the terminal client registers for. */
export const TERMINAL_FETCH_TYPES = [
  ...['realm', 'presence', 'subscription', 'message', 'starred_messages', 'update_message_flags', 'muted_topics'],
  ...['realm_user', 'realm_user_groups', 'update_global_notifications', 'update_display_settings', 'user_settings'],
  ...['realm_emoji', 'custom_profile_fields', 'zulip_version'],
];
