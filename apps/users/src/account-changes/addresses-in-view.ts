import { AddressesInViewChanged, canSeeDeliveryEmail, MAX_ADDRESSES_PER_EVENT } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from '../accounts/account.row.js';

/** Records whose real addresses come into somebody's view, or leave it, with another role. */
export async function recordAddressesInView(tx: Transaction, before: AccountRow, after: AccountRow): Promise<void> {
  const { realmId, userId, role } = after;
  // Settings that are as they were at first are not stored, and at first everybody may see an address. A repository has no `?`.
  const rows = await tx.query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM account a
     WHERE realm_id = $1 AND settings ? 'emailAddressVisibility' AND user_id <> $2 ORDER BY user_id`,
    [realmId, userId],
  );
  const changed = rows
    .map(toAccount)
    .filter((user) => canSeeDeliveryEmail(before, user) !== canSeeDeliveryEmail(after, user));
  for (let from = 0; from < changed.length; from += MAX_ADDRESSES_PER_EVENT) {
    const users = changed.slice(from, from + MAX_ADDRESSES_PER_EVENT);
    tx.record(realmId, AddressesInViewChanged.of({ userId, previousRole: before.role, role, users }));
  }
}
