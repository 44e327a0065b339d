import { ForwardMigration } from '@chat/persistence';

/**
 * Version of a message, for caches of its text: null as sent, then the number of the transaction that changed it last. A trigger sets
 * it, so that replicas of the previous release set it, too. A nullable column without default rewrites no row.
 */
export class VersionMessages1700000000600 extends ForwardMigration {
  readonly statements = [
    'ALTER TABLE messages ADD COLUMN version bigint',
    `CREATE FUNCTION version_message() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         NEW.version := pg_current_xact_id()::text::bigint;
         RETURN NEW;
       END $$`,
    'CREATE TRIGGER message_changed BEFORE UPDATE ON messages FOR EACH ROW EXECUTE FUNCTION version_message()',
  ];
}
