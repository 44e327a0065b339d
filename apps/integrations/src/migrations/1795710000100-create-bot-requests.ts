import { ForwardMigration } from '@chat/persistence';

/** Requests to outgoing webhook bots. */
export class CreateBotRequests1795710000100 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE bot_requests (
       id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       realm_id bigint NOT NULL,
       message_id bigint NOT NULL,
       bot_id bigint NOT NULL,
       sender_id bigint NOT NULL,
       trigger text NOT NULL,
       created_at timestamptz NOT NULL DEFAULT now(),
       due_at timestamptz NOT NULL DEFAULT now(),
       failures smallint NOT NULL DEFAULT 0,
       outcome json,
       finished_at timestamptz
     )`,
    'CREATE UNIQUE INDEX bot_requests_message ON bot_requests (realm_id, message_id, bot_id)',
    'CREATE INDEX bot_requests_of_bot ON bot_requests (realm_id, bot_id, due_at) WHERE finished_at IS NULL',
    'CREATE INDEX bot_requests_due ON bot_requests (due_at) WHERE finished_at IS NULL',
    'CREATE INDEX bot_requests_finished ON bot_requests (finished_at) WHERE finished_at IS NOT NULL',
  ];
}
