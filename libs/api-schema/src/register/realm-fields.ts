import { about, array, boolean, type Fields, integer, mapOf, nullable, oneOf, ref, string } from '../schema.js';
import { fieldsOf, type RegisterFields } from './register-field.js';

const policy = (...values: number[]) => oneOf(...values);

/** The organization's own record. */
const RECORD: Fields = {
  realm_name: string,
  realm_description: string,
  realm_uri: string,
  realm_org_type: oneOf(0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000),
  realm_plan_type: about(oneOf(1, 2, 3, 4), '1 self-hosted, 2 free, 3 standard, 4 standard, sponsored.'),
  service_plan_is_not_limited: boolean,
  realm_icon_url: string,
  realm_icon_source: oneOf('G', 'U'),
  realm_logo_url: string,
  realm_logo_source: oneOf('D', 'U'),
  realm_night_logo_url: string,
  realm_night_logo_source: oneOf('D', 'U'),
  realm_bot_domain: string,
  realm_default_language: string,
  realm_default_code_block_language: nullable(string),
  realm_default_external_accounts: mapOf(ref('ExternalAccount')),
  realm_notifications_stream_id: about(integer, '-1: no such notices.'),
  realm_signup_notifications_stream_id: about(integer, '-1: no such notices.'),
  realm_message_retention_days: about(integer, '-1: for ever.'),
  realm_upload_quota_mib: about(nullable(integer), 'Null: no limit.'),
  realm_is_mirror_realm: boolean,
  'demo_organization_scheduled_deletion_date?': integer,
  upgrade_text_for_wide_organization_logo: string,
};

/** What is allowed, and to whom. */
const POLICIES: Fields = {
  realm_add_custom_emoji_policy: policy(1, 2, 3, 4),
  realm_bot_creation_policy: integer,
  realm_create_public_stream_policy: policy(1, 2, 3, 4),
  realm_create_private_stream_policy: policy(1, 2, 3, 4),
  realm_create_web_public_stream_policy: policy(2, 4, 6, 7),
  realm_invite_to_stream_policy: integer,
  realm_invite_to_realm_policy: policy(1, 2, 3, 4, 6),
  realm_wildcard_mention_policy: policy(1, 2, 3, 5, 6, 7),
  realm_move_messages_between_streams_policy: policy(1, 2, 3, 4, 6),
  realm_edit_topic_policy: policy(1, 2, 3, 4, 5, 6),
  realm_delete_own_message_policy: policy(1, 2, 3, 4, 5),
  realm_private_message_policy: policy(1, 2),
  realm_user_group_edit_policy: policy(1, 2, 3, 4),
  realm_waiting_period_threshold: integer,
  realm_allow_edit_history: boolean,
  realm_allow_message_editing: boolean,
  realm_message_content_edit_limit_seconds: nullable(integer),
  realm_message_content_delete_limit_seconds: nullable(integer),
  realm_move_messages_within_stream_limit_seconds: nullable(integer),
  realm_move_messages_between_streams_limit_seconds: nullable(integer),
  realm_mandatory_topics: boolean,
  realm_email_changes_disabled: boolean,
  realm_name_changes_disabled: boolean,
  realm_avatar_changes_disabled: boolean,
  realm_emails_restricted_to_domains: boolean,
  realm_disallow_disposable_email_addresses: boolean,
  realm_invite_required: boolean,
  realm_enable_spectator_access: boolean,
  realm_enable_read_receipts: boolean,
  realm_want_advertise_in_communities_directory: boolean,
  realm_message_content_allowed_in_email_notifications: boolean,
  realm_authentication_methods: mapOf(boolean),
};

/** What is switched on. */
const FEATURES: Fields = {
  realm_digest_emails_enabled: boolean,
  realm_digest_weekday: integer,
  realm_send_welcome_emails: boolean,
  realm_inline_image_preview: boolean,
  realm_inline_url_embed_preview: boolean,
  realm_presence_disabled: boolean,
  realm_email_auth_enabled: boolean,
  realm_password_auth_enabled: boolean,
  realm_push_notifications_enabled: boolean,
  realm_video_chat_provider: integer,
  realm_available_video_chat_providers: mapOf(ref('NamedId')),
  realm_gif_rating: integer,
  gif_rating_options: mapOf(ref('NamedId')),
  videocall_server_url: nullable(string),
  settings_send_digest_emails: boolean,
};

/** Facts of the server and limits. */
const SERVER: Fields = {
  max_message_length: integer,
  max_topic_length: integer,
  max_stream_name_length: integer,
  max_stream_description_length: integer,
  max_icon_file_size_mib: integer,
  max_logo_file_size_mib: integer,
  max_file_upload_size_mib: integer,
  max_avatar_file_size_mib: integer,
  password_min_length: integer,
  password_min_guesses: integer,
  development_environment: boolean,
  server_generation: integer,
  server_inline_image_preview: boolean,
  server_inline_url_embed_preview: boolean,
  server_avatar_changes_disabled: boolean,
  server_name_changes_disabled: boolean,
  server_needs_upgrade: boolean,
  server_web_public_streams_enabled: boolean,
  server_emoji_data_url: string,
  server_presence_ping_interval_seconds: integer,
  server_presence_offline_threshold_seconds: integer,
  event_queue_longpoll_timeout_seconds: integer,
};

export const REALM_REGISTER_FIELDS: RegisterFields = {
  ...fieldsOf(['realm'], { ...RECORD, ...POLICIES, ...FEATURES, ...SERVER }),
  ...fieldsOf(['realm_embedded_bots'], { realm_embedded_bots: array(ref('EmbeddedBot')) }),
  ...fieldsOf(['realm_incoming_webhook_bots'], { realm_incoming_webhook_bots: array(ref('EmbeddedBot')) }),
  ...fieldsOf(['hotspots'], { hotspots: array(ref('Hotspot')) }),
  ...fieldsOf(['stop_words'], { stop_words: array(string) }),
  ...fieldsOf(['video_calls'], { has_videocall_token: boolean }),
  ...fieldsOf(['gif'], { gif_api_key: string }),
};

export const ALWAYS_REGISTER_FIELDS: RegisterFields = fieldsOf([], {
  service_feature_level: integer,
  service_version: string,
  service_merge_base: string,
});
