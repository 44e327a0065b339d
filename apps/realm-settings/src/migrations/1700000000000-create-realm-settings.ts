import { OUTBOX_TABLES } from '@chat/event-log';
import { ForwardMigration } from '@chat/persistence';

/** The realm's record, and the short lists that belong to it. */
export class CreateRealmSettings1700000000000 extends ForwardMigration {
  readonly statements = [...OUTBOX_TABLES, ...REALMS, ...LISTS];
}

const REALMS = [
  // settings, user_settings_defaults: by name in code, checked against the tables of libs/contracts before they are written.
  // A value that is missing (the setting is newer than the row) is the table's initial one.
  `CREATE TABLE realms (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     str text NOT NULL,
     host text,
     is_default boolean NOT NULL DEFAULT false,
     is_deactivated boolean NOT NULL DEFAULT false,
     created_at timestamptz NOT NULL DEFAULT now(),
     settings jsonb NOT NULL,
     user_settings_defaults jsonb NOT NULL DEFAULT '{}',
     authentication_methods jsonb NOT NULL,
     default_external_accounts jsonb NOT NULL,
     notifications_stream_id bigint,
     signup_notifications_stream_id bigint,
     presence_disabled boolean NOT NULL DEFAULT false
   )`,
  'CREATE UNIQUE INDEX realms_str ON realms (str)',
  'CREATE UNIQUE INDEX realms_host ON realms (host) WHERE host IS NOT NULL',
  'CREATE UNIQUE INDEX realms_default ON realms (is_default) WHERE is_default',
  `CREATE TABLE realm_domains (
     realm_id bigint NOT NULL REFERENCES realms (id),
     domain text NOT NULL,
     allow_subdomains boolean NOT NULL,
     PRIMARY KEY (realm_id, domain)
   )`,
];

const LISTS = [
  `CREATE TABLE profile_fields (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     realm_id bigint NOT NULL REFERENCES realms (id),
     type smallint NOT NULL,
     position integer NOT NULL,
     name text NOT NULL,
     name_key text NOT NULL,
     hint text NOT NULL,
     field_data text NOT NULL,
     display_in_profile_summary boolean NOT NULL
   )`,
  'CREATE UNIQUE INDEX profile_fields_name ON profile_fields (realm_id, name_key)',
  `CREATE TABLE linkifiers (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     realm_id bigint NOT NULL REFERENCES realms (id),
     pattern text NOT NULL,
     url_template text NOT NULL
   )`,
  // The digest, since an index entry cannot hold the longest pattern.
  'CREATE UNIQUE INDEX linkifiers_pattern ON linkifiers (realm_id, md5(pattern))',
  `CREATE TABLE playgrounds (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     realm_id bigint NOT NULL REFERENCES realms (id),
     name text NOT NULL,
     highlighter_language text NOT NULL,
     url_prefix text NOT NULL
   )`,
  'CREATE UNIQUE INDEX playgrounds_name ON playgrounds (realm_id, highlighter_language, name)',
  `CREATE TABLE realm_emoji (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     realm_id bigint NOT NULL REFERENCES realms (id),
     name text NOT NULL,
     author_id bigint,
     file_type text NOT NULL CHECK (file_type IN ('png', 'gif')),
     is_deactivated boolean NOT NULL DEFAULT false
   )`,
  'CREATE UNIQUE INDEX realm_emoji_name ON realm_emoji (realm_id, name) WHERE NOT is_deactivated',
  // Apart, so that listing emoji never reads pictures. An animated one (gif) has a picture that stands still.
  `CREATE TABLE realm_emoji_images (
     emoji_id bigint PRIMARY KEY REFERENCES realm_emoji (id),
     image bytea NOT NULL,
     still bytea
   )`,
];
