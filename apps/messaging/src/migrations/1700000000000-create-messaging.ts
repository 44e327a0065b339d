import { OUTBOX_TABLES } from '@chat/event-log';
import { ForwardMigration } from '@chat/persistence';

const STREAMS = [
  `CREATE TABLE recipients (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     realm_id bigint NOT NULL,
     kind text NOT NULL CHECK (kind IN ('stream', 'direct')),
     user_ids bigint[] CHECK ((kind = 'direct') = (user_ids IS NOT NULL)),
     direct_key bytea CHECK ((kind = 'direct') = (direct_key IS NOT NULL))
   )`,
  'CREATE UNIQUE INDEX recipients_direct ON recipients (realm_id, direct_key)',

  `CREATE TABLE direct_participants (
     user_id bigint NOT NULL,
     recipient_id bigint NOT NULL REFERENCES recipients (id),
     PRIMARY KEY (user_id, recipient_id)
   )`,

  `CREATE TABLE streams (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     realm_id bigint NOT NULL,
     recipient_id bigint NOT NULL UNIQUE REFERENCES recipients (id),
     name text NOT NULL,
     name_key text NOT NULL,
     description text NOT NULL,
     rendered_description text NOT NULL,
     is_private boolean NOT NULL,
     is_web_public boolean NOT NULL,
     is_history_public boolean NOT NULL,
     post_policy smallint NOT NULL CHECK (post_policy BETWEEN 1 AND 4),
     message_retention_days integer CHECK (message_retention_days = -1 OR message_retention_days > 0),
     can_remove_subscribers_group_id bigint NOT NULL,
     email_address text NOT NULL UNIQUE,
     creator_id bigint,
     created_at timestamptz NOT NULL DEFAULT now(),
     archived_at timestamptz,
     first_message_id bigint,
     weekly_traffic integer,
     CHECK (NOT (is_private AND is_web_public))
   )`,
  'CREATE UNIQUE INDEX streams_active_name ON streams (realm_id, name_key) WHERE archived_at IS NULL',
  'CREATE INDEX streams_realm ON streams (realm_id, id)',

  `CREATE TABLE subscriptions (
     stream_id bigint NOT NULL REFERENCES streams (id),
     user_id bigint NOT NULL,
     is_active boolean NOT NULL,
     color text NOT NULL,
     is_muted boolean NOT NULL DEFAULT false,
     pin_to_top boolean NOT NULL DEFAULT false,
     desktop_notifications boolean,
     email_notifications boolean,
     push_notifications boolean,
     audible_notifications boolean,
     wildcard_mentions_notify boolean,
     PRIMARY KEY (stream_id, user_id)
   )`,
  'CREATE INDEX subscriptions_user ON subscriptions (user_id, is_active, stream_id)',

  `CREATE TABLE subscription_intervals (
     stream_id bigint NOT NULL,
     user_id bigint NOT NULL,
     since_message_id bigint NOT NULL,
     until_message_id bigint,
     PRIMARY KEY (stream_id, user_id, since_message_id),
     FOREIGN KEY (stream_id, user_id) REFERENCES subscriptions (stream_id, user_id),
     CHECK (until_message_id >= since_message_id)
   )`,
  `CREATE UNIQUE INDEX subscription_intervals_open ON subscription_intervals (stream_id, user_id)
   WHERE until_message_id IS NULL`,
  'CREATE INDEX subscription_intervals_user ON subscription_intervals (user_id, stream_id)',

  `CREATE TABLE default_streams (
     stream_id bigint PRIMARY KEY REFERENCES streams (id),
     realm_id bigint NOT NULL
   )`,
  'CREATE INDEX default_streams_realm ON default_streams (realm_id)',

  `CREATE TABLE default_stream_groups (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     realm_id bigint NOT NULL,
     name text NOT NULL,
     name_key text NOT NULL,
     description text NOT NULL,
     UNIQUE (realm_id, name_key)
   )`,
  `CREATE TABLE default_stream_group_streams (
     group_id bigint NOT NULL REFERENCES default_stream_groups (id) ON DELETE CASCADE,
     stream_id bigint NOT NULL REFERENCES streams (id),
     PRIMARY KEY (group_id, stream_id)
   )`,

  `CREATE TABLE stream_traffic (
     stream_id bigint NOT NULL REFERENCES streams (id),
     day date NOT NULL,
     messages integer NOT NULL,
     PRIMARY KEY (stream_id, day)
   )`,
  `CREATE TABLE traffic_cursors (
     realm_id bigint PRIMARY KEY,
     counted_up_to bigint NOT NULL
   )`,
];

const MESSAGES = [
  'CREATE SEQUENCE message_ids AS bigint',
  `CREATE TABLE messages (
     id bigint PRIMARY KEY,
     realm_id bigint NOT NULL,
     recipient_id bigint NOT NULL,
     stream_id bigint,
     sender_id bigint NOT NULL,
     topic text NOT NULL,
     topic_key text NOT NULL,
     content text NOT NULL,
     rendered_content text NOT NULL,
     render_version smallint NOT NULL,
     client_name text NOT NULL,
     sent_at timestamptz NOT NULL,
     last_edited_at timestamptz,
     edit_history jsonb,
     is_me boolean NOT NULL,
     has_link boolean NOT NULL,
     has_image boolean NOT NULL,
     has_attachment boolean NOT NULL,
     is_read_by_sender boolean NOT NULL,
     is_wildcard_mention boolean NOT NULL,
     mentioned_user_ids bigint[] NOT NULL,
     alert_word_user_ids bigint[] NOT NULL,
     scheduled_message_id bigint,
     search tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('pg_catalog.english', topic || ' ' || content)) STORED,
     CHECK (stream_id IS NOT NULL OR topic = '')
   )`,
  'CREATE INDEX messages_realm ON messages (realm_id, id)',
  'CREATE INDEX messages_recipient ON messages (recipient_id, id)',
  'CREATE INDEX messages_topic ON messages (recipient_id, topic_key, id) WHERE stream_id IS NOT NULL',
  'CREATE INDEX messages_sender ON messages (sender_id, id)',
  'CREATE INDEX messages_search ON messages USING gin (search)',
  `CREATE INDEX messages_mentioned ON messages USING gin (mentioned_user_ids)
   WHERE mentioned_user_ids <> '{}'`,
  `CREATE INDEX messages_alert_words ON messages USING gin (alert_word_user_ids)
   WHERE alert_word_user_ids <> '{}'`,
  'CREATE INDEX messages_wildcard ON messages (recipient_id, id) WHERE is_wildcard_mention',
  `CREATE UNIQUE INDEX messages_scheduled ON messages (scheduled_message_id) WHERE scheduled_message_id IS NOT NULL`,

  `CREATE TABLE send_keys (
     sender_id bigint NOT NULL,
     queue_id text NOT NULL,
     local_id text NOT NULL,
     message_id bigint NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (sender_id, queue_id, local_id)
   )`,
  'CREATE INDEX send_keys_created ON send_keys (created_at)',
];

const PERSONAL = [
  `CREATE TABLE reactions (
     id bigint GENERATED ALWAYS AS IDENTITY,
     message_id bigint NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
     user_id bigint NOT NULL,
     reaction_type text NOT NULL CHECK (reaction_type IN ('unicode_emoji', 'realm_emoji', 'service_extra_emoji')),
     emoji_code text NOT NULL,
     emoji_name text NOT NULL,
     PRIMARY KEY (message_id, user_id, reaction_type, emoji_code)
   )`,
  `CREATE TABLE read_watermarks (
     user_id bigint NOT NULL,
     recipient_id bigint NOT NULL,
     topic_key text NOT NULL,
     is_whole_recipient boolean NOT NULL,
     read_up_to bigint NOT NULL,
     PRIMARY KEY (user_id, recipient_id, is_whole_recipient, topic_key),
     CHECK (NOT is_whole_recipient OR topic_key = '')
   )`,
  `CREATE TABLE message_flags (
     user_id bigint NOT NULL,
     message_id bigint NOT NULL,
     is_read boolean,
     is_starred boolean NOT NULL DEFAULT false,
     is_collapsed boolean NOT NULL DEFAULT false,
     PRIMARY KEY (user_id, message_id)
   )`,
  'CREATE INDEX message_flags_message ON message_flags (message_id)',
  'CREATE INDEX message_flags_starred ON message_flags (user_id, message_id) WHERE is_starred',
  'CREATE INDEX message_flags_unread ON message_flags (user_id, message_id) WHERE is_read = false',
  `CREATE TABLE user_topics (
     user_id bigint NOT NULL,
     stream_id bigint NOT NULL REFERENCES streams (id),
     topic_key text NOT NULL,
     topic text NOT NULL,
     visibility_policy smallint NOT NULL,
     updated_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (user_id, stream_id, topic_key)
   )`,
  'CREATE INDEX user_topics_topic ON user_topics (stream_id, topic_key)',
];

/** Tables of streams, messages and personal state. The section "Tables" of README.md describes each. */
export class CreateMessaging1700000000000 extends ForwardMigration {
  readonly statements = [...OUTBOX_TABLES, ...STREAMS, ...MESSAGES, ...PERSONAL];
}
