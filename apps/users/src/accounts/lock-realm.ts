import type { Transaction } from '@chat/persistence';

/**
 * Takes the realm's place in the order of commits, until the commit: what is read from now on is as of the events that the
 * transaction records, and nobody else's change comes between.
 */
export async function lockRealm(tx: Transaction, realmId: number): Promise<void> {
  await tx.query(
    `INSERT INTO outbox_head AS h (realm_id, sequence) VALUES ($1, 0)
     ON CONFLICT (realm_id) DO UPDATE SET sequence = h.sequence`,
    [realmId],
  );
}
