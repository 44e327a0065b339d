import { ForwardMigration } from '@chat/persistence';

/**
 * The place of the message in each claim, with indexes that find the places of a file. One trigger follows moves. Another one fills the place
 * of claims that replicas of the previous release store.
 */
export class PlaceClaims1795740000000 extends ForwardMigration {
  readonly statements = [
    'ALTER TABLE file_claims ADD COLUMN recipient_id bigint, ADD COLUMN stream_id bigint',
    `CREATE FUNCTION place_claim() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
       BEGIN
         UPDATE file_claims c SET recipient_id = m.recipient_id, stream_id = m.stream_id
         FROM messages m WHERE m.id = c.message_id AND c.file_id = NEW.file_id AND c.message_id = NEW.message_id;
         RETURN NULL;
       END $$`,
    // Not before the insert: the statement that stores the claim may store its message after it.
    `CREATE TRIGGER claim_stored AFTER INSERT ON file_claims FOR EACH ROW WHEN (NEW.recipient_id IS NULL)
       EXECUTE FUNCTION place_claim()`,
    `CREATE FUNCTION move_claims() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
       BEGIN
         UPDATE file_claims SET recipient_id = NEW.recipient_id, stream_id = NEW.stream_id WHERE message_id = NEW.id;
         RETURN NULL;
       END $$`,
    `CREATE TRIGGER message_moved AFTER UPDATE OF recipient_id ON messages FOR EACH ROW
       WHEN (NEW.has_attachment AND OLD.recipient_id <> NEW.recipient_id) EXECUTE FUNCTION move_claims()`,
    `CREATE INDEX file_claims_streams ON file_claims (realm_id, file_id, stream_id, message_id)
       WHERE stream_id IS NOT NULL`,
    `CREATE INDEX file_claims_conversations ON file_claims (realm_id, file_id, recipient_id)
       WHERE stream_id IS NULL AND recipient_id IS NOT NULL`,
  ];
}
