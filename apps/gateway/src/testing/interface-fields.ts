/*
 * The field lists of the interface document, table by table. `name?`: it may be absent. Written out a second time on purpose:
 * a field that disappears from a schema or an endpoint is noticed here.
 */

const STREAM_FIELDS = [
  ...['stream_id', 'name', 'description', 'rendered_description', 'date_created', 'invite_only'],
  ...['is_announcement_only', 'is_web_public', 'stream_post_policy', 'message_retention_days'],
  ...['history_public_to_subscribers', 'first_message_id', 'can_remove_subscribers_group_id'],
];

const optional = (names: readonly string[]) => names.map((name) => `${name}?`);

/** Resources, by the name of their definition. */
export const RESOURCES: Readonly<Record<string, readonly string[]>> = {
  Message: [
    ...['id', 'type', 'sender_id', 'sender_email', 'sender_full_name', 'sender_realm_str', 'avatar_url', 'client'],
    ...['content', 'content_type', 'display_recipient', 'recipient_id', 'stream_id?', 'subject', 'topic_links'],
    ...['is_me_message', 'timestamp', 'last_edit_timestamp?', 'edit_history?', 'reactions', 'submessages', 'flags'],
  ],
  MessageEdit: [
    ...['user_id', 'timestamp', 'prev_content?', 'prev_rendered_content?', 'prev_rendered_content_version?'],
    ...['prev_stream?', 'stream?', 'prev_topic?', 'topic?'],
  ],
  MessageReaction: ['emoji_name', 'emoji_code', 'reaction_type', 'user_id', 'user'],
  DraftFields: ['type', 'to', 'topic', 'content', 'timestamp?'],
  Draft: ['id', 'type', 'to', 'topic', 'content', 'timestamp'],
  ScheduledMessage: ['scheduled_message_id', 'type', 'to', 'content', 'topic?', 'scheduled_delivery_timestamp'],
  Stream: STREAM_FIELDS,
  Subscription: [
    ...STREAM_FIELDS,
    ...['subscribers?', 'desktop_notifications', 'email_notifications', 'push_notifications', 'audible_notifications'],
    ...['wildcard_mentions_notify', 'pin_to_top', 'email_address', 'is_muted', 'in_home_view', 'color'],
    'stream_weekly_traffic',
  ],
  User: [
    ...[
      'user_id',
      'email',
      'delivery_email',
      'full_name',
      'avatar_url',
      'date_joined',
      'timezone',
      'role',
      'is_active',
    ],
    ...['is_admin', 'is_billing_admin', 'is_bot', 'is_guest', 'is_owner', 'bot_type', 'bot_owner_id?', 'profile_data?'],
  ],
  CustomProfileField: ['id', 'type', 'order', 'name', 'hint', 'field_data', 'display_in_profile_summary'],
  ExternalAccount: ['name', 'text', 'hint', 'url_pattern'],
  DefaultStreamGroup: ['name', 'description', 'id', 'streams'],
};

interface EndpointFields {
  /** `name?`: not required. */
  readonly parameters: readonly string[];
  readonly answer: readonly string[];
}

const REGISTER_PARAMETERS = optional([
  ...['apply_markdown', 'client_extavatar', 'include_subscribers', 'slim_presence', 'event_types'],
  ...['all_public_streams', 'client_capabilities', 'fetch_event_types', 'narrow'],
]);

/** Endpoints: their parameters, and what a success carries. */
export const ENDPOINTS: Readonly<Record<string, EndpointFields>> = {
  'POST /messages': {
    parameters: ['type', 'to', 'content', 'topic?', 'queue_id?', 'local_id?'],
    answer: ['id'],
  },
  'POST /scheduled_messages': {
    parameters: ['type', 'to', 'content', 'topic?', 'scheduled_delivery_timestamp'],
    answer: ['scheduled_message_id'],
  },
  'GET /events': {
    parameters: ['queue_id?', 'last_event_id?', 'dont_block?', ...REGISTER_PARAMETERS],
    answer: ['events', 'queue_id'],
  },
  'PATCH /streams/{stream_id}': {
    parameters: optional([
      ...['description', 'new_name', 'is_private', 'is_web_public', 'history_public_to_subscribers'],
      ...['stream_post_policy', 'message_retention_days', 'can_remove_subscribers_group_id', 'is_announcement_only'],
    ]),
    answer: [],
  },
  'PATCH /users/me/subscriptions/muted_topics': {
    parameters: ['stream_id?', 'stream?', 'topic', 'op'],
    answer: [],
  },
  'POST /realm/profile_fields': {
    parameters: ['name?', 'hint?', 'field_type', 'field_data?', 'display_in_profile_summary?'],
    answer: ['id'],
  },
  'POST /drafts': { parameters: ['drafts?'], answer: ['ids'] },
  'PATCH /drafts/{draft_id}': { parameters: ['draft'], answer: [] },
  'DELETE /users/me/subscriptions': {
    parameters: ['subscriptions', 'principals?'],
    answer: ['removed', 'not_removed'],
  },
  'GET /streams': {
    parameters: optional([
      ...['include_public', 'include_web_public', 'include_subscribed', 'include_all_active', 'include_default'],
      'include_owner_subscribed',
    ]),
    answer: ['streams'],
  },
  'POST /messages/{message_id}/reactions': {
    parameters: ['emoji_name', 'emoji_code?', 'reaction_type?'],
    answer: [],
  },
  'GET /messages/{message_id}': { parameters: ['apply_markdown?'], answer: ['message', 'raw_content'] },
  'POST /register': {
    parameters: REGISTER_PARAMETERS,
    answer: ['queue_id', 'last_event_id', 'service_feature_level', 'service_version', 'service_merge_base'],
  },
};

/** Fields of the register response, by the fetch type that they come with where the document names one. */
export const REGISTER_FIELDS: Readonly<Record<string, readonly string[]>> = {
  custom_profile_fields: ['custom_profile_fields', 'custom_profile_field_types'],
  default_streams: ['realm_default_streams'],
  default_stream_groups: ['realm_default_stream_groups'],
  stop_words: ['stop_words'],
  realm: [
    ...['realm_notifications_stream_id', 'realm_signup_notifications_stream_id', 'realm_icon_source', 'realm_logo_url'],
    ...['realm_logo_source', 'realm_night_logo_url', 'realm_night_logo_source', 'realm_bot_domain', 'realm_uri'],
    ...['realm_available_video_chat_providers', 'realm_presence_disabled', 'realm_email_auth_enabled'],
    ...['realm_password_auth_enabled', 'realm_push_notifications_enabled', 'max_icon_file_size_mib'],
    ...['max_logo_file_size_mib', 'max_file_upload_size_mib', 'max_avatar_file_size_mib', 'realm_upload_quota_mib'],
    ...['realm_org_type', 'realm_plan_type', 'service_plan_is_not_limited', 'realm_default_external_accounts'],
    ...['videocall_server_url', 'development_environment', 'server_generation', 'password_min_length'],
    ...['password_min_guesses', 'server_inline_image_preview', 'server_inline_url_embed_preview'],
    ...['server_avatar_changes_disabled', 'server_name_changes_disabled', 'server_needs_upgrade'],
    ...['server_web_public_streams_enabled', 'server_emoji_data_url', 'event_queue_longpoll_timeout_seconds'],
    ...['max_message_length', 'max_topic_length', 'max_stream_name_length', 'max_stream_description_length'],
  ],
  subscription: ['subscriptions'],
  realm_emoji: ['realm_emoji'],
};

/** Events: their fields in each form. */
export const EVENT_FIELDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'subscription.add': [['subscriptions'], ['subscriptions']],
  delete_message: [['message_ids'], ['message_id']],
  realm_linkifiers: [[]],
  message: [['message', 'flags', 'local_id?']],
  heartbeat: [[]],
  'drafts.add': [['drafts']],
};

/** Fields of `person` in the forms of `realm_user.update`. */
export const PERSON_FORMS: readonly (readonly string[])[] = [
  ['user_id', 'avatar_url', 'avatar_source', 'avatar_url_medium', 'avatar_version'],
  ['user_id', 'email', 'timezone'],
  ['user_id', 'is_billing_admin'],
  ['user_id', 'delivery_email'],
  ['user_id', 'custom_profile_field'],
  ['user_id', 'new_email'],
  ['user_id', 'full_name'],
  ['user_id', 'bot_owner_id'],
  ['user_id', 'role'],
];
