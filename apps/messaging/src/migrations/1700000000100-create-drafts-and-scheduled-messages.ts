import { ForwardMigration } from '@chat/persistence';

/** Tables of drafts and scheduled messages, and the read state of moved messages. */
export class CreateDraftsAndScheduledMessages1700000000100 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE drafts (
       id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       realm_id bigint NOT NULL,
       user_id bigint NOT NULL,
       type text NOT NULL CHECK (type IN ('', 'stream', 'private')),
       to_ids bigint[] NOT NULL,
       topic text NOT NULL,
       content text NOT NULL,
       edited_at bigint NOT NULL
     )`,
    'CREATE INDEX drafts_user ON drafts (user_id, edited_at, id)',

    `CREATE TABLE scheduled_messages (
       id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       realm_id bigint NOT NULL,
       sender_id bigint NOT NULL,
       type text NOT NULL CHECK (type IN ('stream', 'direct')),
       to_ids bigint[] NOT NULL,
       topic text NOT NULL,
       content text NOT NULL,
       rendered_content text NOT NULL,
       client_name text NOT NULL,
       deliver_at timestamptz NOT NULL,
       due_at timestamptz NOT NULL,
       attempts smallint NOT NULL DEFAULT 0,
       revision integer NOT NULL DEFAULT 1,
       status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'failed')),
       failure_reason text CHECK ((status = 'failed') = (failure_reason IS NOT NULL)),
       message_id bigint CHECK (status <> 'delivered' OR message_id IS NOT NULL),
       finished_at timestamptz
     ) WITH (fillfactor = 80)`,
    `CREATE INDEX scheduled_messages_due ON scheduled_messages (due_at, id) WHERE status = 'waiting'`,
    `CREATE INDEX scheduled_messages_sender ON scheduled_messages (sender_id, deliver_at, id)
     WHERE status <> 'delivered'`,
    `CREATE INDEX scheduled_messages_delivered ON scheduled_messages (finished_at) WHERE status = 'delivered'`,

    // Place of sending of a moved message: the watermarks of that place count for it. Null: not moved, or moved back.
    'ALTER TABLE messages ADD COLUMN read_recipient_id bigint, ADD COLUMN read_topic_key text',
    `CREATE INDEX messages_moved_from ON messages (read_recipient_id, read_topic_key, id)
     WHERE read_recipient_id IS NOT NULL`,
    `CREATE INDEX messages_moved_to ON messages (recipient_id, topic_key, id) WHERE read_recipient_id IS NOT NULL`,
  ];
}
