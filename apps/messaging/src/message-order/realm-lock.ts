import type { Transaction } from '@chat/persistence';
import { lastMessageIdOfRealm } from './first-and-last-id.js';

/**
 * Locks the order of commits of the realm until the commit. Every write that is ordered against messages (sending, subscribing,
 * moving, deleting) calls it first in its transaction. Then no other such write commits in between, and the realm's greatest
 * message id does not change.
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
