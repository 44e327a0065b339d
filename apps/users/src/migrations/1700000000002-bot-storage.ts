import { ForwardMigration } from '@chat/persistence';

/** Storage of bots. Writers lock the row of the size, which also saves adding up the values. */
export class BotStorage1700000000002 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE bot_storage (
     user_id bigint NOT NULL,
     key text NOT NULL,
     value text NOT NULL,
     PRIMARY KEY (user_id, key)
   )`,
    `CREATE TABLE bot_storage_size (
     user_id bigint PRIMARY KEY,
     characters bigint NOT NULL DEFAULT 0 CHECK (characters >= 0)
   )`,
  ];
}
