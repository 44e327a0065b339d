import {
  array,
  boolean,
  type Fields,
  integer,
  type JsonSchema,
  object,
  oneOf,
  optional,
  ref,
  string,
} from '../schema.js';

/** Rows of the settings table that new users inherit. */
export const INHERITED_SETTINGS: Fields = {
  twenty_four_hour_time: boolean,
  dense_mode: boolean,
  starred_message_counts: boolean,
  fluid_layout_width: boolean,
  high_contrast_mode: boolean,
  color_scheme: oneOf(1, 2, 3),
  enable_drafts_synchronization: boolean,
  translate_emoticons: boolean,
  display_emoji_reaction_users: boolean,
  default_view: oneOf('recent_topics', 'all_messages'),
  escape_navigates_to_default_view: boolean,
  left_side_userlist: boolean,
  emojiset: oneOf('vendorA', 'vendorA-blob', 'vendorB', 'text'),
  demote_inactive_streams: oneOf(1, 2, 3),
  user_list_style: oneOf(1, 2, 3),
  enable_stream_desktop_notifications: boolean,
  enable_stream_email_notifications: boolean,
  enable_stream_push_notifications: boolean,
  enable_stream_audible_notifications: boolean,
  notification_sound: string,
  enable_desktop_notifications: boolean,
  enable_sounds: boolean,
  email_notifications_batching_period_seconds: integer,
  enable_offline_email_notifications: boolean,
  enable_offline_push_notifications: boolean,
  enable_online_push_notifications: boolean,
  enable_digest_emails: boolean,
  message_content_in_email_notifications: boolean,
  pm_content_in_desktop_notifications: boolean,
  wildcard_mentions_notify: boolean,
  desktop_icon_count_display: oneOf(1, 2, 3),
  realm_name_in_email_notifications_policy: oneOf(1, 2, 3),
  presence_enabled: boolean,
  enter_sends: boolean,
  send_private_typing_notifications: boolean,
  send_stream_typing_notifications: boolean,
  send_read_receipts: boolean,
  email_address_visibility: oneOf(1, 2, 3, 4, 5),
  web_mark_read_on_scroll_policy: oneOf(1, 2, 3),
};

/** Rows that belong to a user alone. */
export const PERSONAL_SETTINGS: Fields = {
  default_language: string,
  timezone: string,
  enable_marketing_emails: boolean,
  enable_login_emails: boolean,
};

/** What a settings dialog offers. */
export const SETTING_CHOICES: Fields = {
  available_notification_sounds: array(string),
  emojiset_choices: array(ref('Choice')),
};

export const SETTINGS_DEFINITIONS: Record<string, JsonSchema> = {
  UserSettings: object({ ...INHERITED_SETTINGS, ...PERSONAL_SETTINGS, ...SETTING_CHOICES }),
  UserSettingsDefaults: object({ ...INHERITED_SETTINGS, ...optional({ ...PERSONAL_SETTINGS, ...SETTING_CHOICES }) }),
};
