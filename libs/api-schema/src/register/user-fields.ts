import { INHERITED_SETTINGS, PERSONAL_SETTINGS, SETTING_CHOICES } from '../definitions/settings.js';
import {
  about,
  anyOf,
  array,
  boolean,
  deprecated,
  type Fields,
  id,
  mapOf,
  nullable,
  number,
  oneOf,
  ref,
  string,
} from '../schema.js';
import { fieldsOf, type RegisterFields } from './register-field.js';

const ALL_SETTINGS: Fields = { ...INHERITED_SETTINGS, ...PERSONAL_SETTINGS, ...SETTING_CHOICES };

const settings = (...names: string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, deprecated(ALL_SETTINGS[name] ?? {})]));

/** Settings that older clients know as notification settings. */
export const NOTIFICATION_SETTINGS = settings(
  'enable_desktop_notifications',
  'enable_digest_emails',
  'enable_login_emails',
  'enable_marketing_emails',
  'email_notifications_batching_period_seconds',
  'enable_offline_email_notifications',
  'enable_offline_push_notifications',
  'enable_online_push_notifications',
  'enable_sounds',
  'enable_stream_desktop_notifications',
  'enable_stream_email_notifications',
  'enable_stream_push_notifications',
  'enable_stream_audible_notifications',
  'wildcard_mentions_notify',
  'message_content_in_email_notifications',
  'notification_sound',
  'pm_content_in_desktop_notifications',
  'desktop_icon_count_display',
  'realm_name_in_email_notifications_policy',
  'presence_enabled',
  'available_notification_sounds',
);

/** Settings that older clients know as display settings. */
export const DISPLAY_SETTINGS = settings(
  'color_scheme',
  'default_language',
  'demote_inactive_streams',
  'dense_mode',
  'emojiset',
  'enable_drafts_synchronization',
  'fluid_layout_width',
  'default_view',
  'high_contrast_mode',
  'left_side_userlist',
  'starred_message_counts',
  'timezone',
  'translate_emoticons',
  'twenty_four_hour_time',
  'enter_sends',
  'emojiset_choices',
);

const legacy = { absentIfCapability: 'user_settings_object' } as const;

export const USER_REGISTER_FIELDS: RegisterFields = {
  ...fieldsOf(['realm_user'], {
    realm_users: array(ref('UserInRegister')),
    realm_non_active_users: array(ref('UserInRegister')),
    cross_realm_bots: array(ref('CrossRealmBot')),
    'user_id?': id,
    'email?': string,
    'delivery_email?': string,
    'full_name?': string,
    avatar_source: oneOf('G', 'U'),
    avatar_url: nullable(string),
    avatar_url_medium: nullable(string),
    can_create_streams: deprecated(boolean),
    can_create_public_streams: boolean,
    can_create_private_streams: boolean,
    can_create_web_public_streams: boolean,
    can_subscribe_other_users: boolean,
    can_invite_others_to_realm: boolean,
    is_admin: boolean,
    is_owner: boolean,
    is_billing_admin: boolean,
    is_moderator: boolean,
    is_guest: boolean,
  }),
  ...fieldsOf(['user_settings'], { user_settings: ref('UserSettings') }),
  ...fieldsOf(['update_global_notifications'], NOTIFICATION_SETTINGS, legacy),
  ...fieldsOf(['update_display_settings'], DISPLAY_SETTINGS, legacy),
  ...fieldsOf(['presence'], {
    presences: about(
      mapOf(anyOf(ref('SlimPresence'), mapOf(ref('Presence')))),
      'By user id with `slim_presence`, else by API email address and client.',
    ),
    server_timestamp: number,
  }),
  ...fieldsOf(['realm_bot'], { realm_bots: array(ref('Bot')) }),
};
