import { ForwardMigration } from '@chat/persistence';

/**
 * Deliveries end with their webhook by a trigger, in place of a foreign key, which looks up the webhook of each new delivery: a quarter of
 * the cost of a row, of thousands a second. A transaction that adds deliveries has locked their webhook before.
 */
export class DeleteDeliveriesByTrigger1795730000000 extends ForwardMigration {
  readonly statements = [
    `CREATE FUNCTION delete_deliveries() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
       BEGIN
         DELETE FROM webhook_deliveries WHERE webhook_id = OLD.id;
         RETURN NULL;
       END $$`,
    `CREATE TRIGGER deliveries_end AFTER DELETE ON event_webhooks FOR EACH ROW EXECUTE FUNCTION delete_deliveries()`,
    'ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_webhook_id_fkey',
  ];
}
