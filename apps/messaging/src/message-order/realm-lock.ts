import type { Transaction } from '@chat/persistence';
import { lastMessageIdOfRealm } from './first-and-last-id.js';

/**
 * Takes the realm's place in the order of commits, until the commit. Whatever must have an order against messages (sending,
 * subscribing, moving, deleting) does it first in its transaction; then nobody else's commit comes between, and the
 * realm's greatest message id stays what it is.
 */
export async function lockRealm(tx: Transaction, realmId: number): Promise<void> {
  await tx.query(
    `INSERT INTO outbox_head AS h (realm_id, sequence) VALUES ($1, 0)
     ON CONFLICT (realm_id) DO UPDATE SET sequence = h.sequence`,
    [realmId],
  );
}

/** The realm's greatest message id, 0 without messages; behind `lockRealm` it cannot rise. */
export async function greatestMessageId(tx: Transaction, realmId: number): Promise<number> {
  const [row] = await tx.query<{ id: number }>(lastMessageIdOfRealm('$1::bigint'), [realmId]);
  return row?.id ?? 0;
}
