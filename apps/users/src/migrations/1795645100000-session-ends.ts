import { ForwardMigration } from '@chat/persistence';

export class SessionEnds1795645100000 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE session_ends (
      user_id bigint PRIMARY KEY REFERENCES account ON DELETE CASCADE,
      -- Number of ends of all sessions.
      ends bigint NOT NULL
    )`,
  ];
}
