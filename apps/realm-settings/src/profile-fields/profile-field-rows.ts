import type { ProfileFieldRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';

/** The realm's fields in their order. */
export function readProfileFields(tx: Pick<Transaction, 'query'>, realmId: number): Promise<ProfileFieldRecord[]> {
  return tx.query<ProfileFieldRecord>(
    `SELECT id, type, position AS "order", name, hint, field_data AS "fieldData",
            display_in_profile_summary AS "displayInProfileSummary"
     FROM profile_fields WHERE realm_id = $1 ORDER BY position, id`,
    [realmId],
  );
}
