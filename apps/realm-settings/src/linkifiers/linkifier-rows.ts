import type { LinkifierRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';

/** In the order in which they apply. */
export function readLinkifiers(tx: Pick<Transaction, 'query'>, realmId: number): Promise<LinkifierRecord[]> {
  return tx.query<LinkifierRecord>(
    'SELECT id, pattern, url_template AS "urlTemplate" FROM linkifiers WHERE realm_id = $1 ORDER BY id',
    [realmId],
  );
}
