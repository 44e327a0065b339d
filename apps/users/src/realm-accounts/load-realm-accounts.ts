import type { Transaction } from '@chat/persistence';
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from '../accounts/account.row.js';
import { readAllMutedUsers } from '../muted-users/muted-users.repository.js';
import { readProfileData } from '../profile-data/read-profile-data.js';
import { readStatusTexts } from '../user-status/user-status.repository.js';
import { readGroups } from './read-groups.js';
import type { RealmAccounts } from './realm-accounts.js';

/** Reads them all, in a snapshot that is under way. Raw SQL: making entities of a whole realm would take several times as long. */
export async function loadRealmAccounts(tx: Transaction, realmId: number): Promise<RealmAccounts> {
  const rows = await tx.query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM account a WHERE realm_id = $1 ORDER BY user_id`,
    [realmId],
  );
  return {
    users: rows.map(toAccount),
    groups: await readGroups(tx, realmId, rows),
    profiles: await readProfileData(tx, realmId),
    statuses: await readStatusTexts(tx, realmId),
    mutedUsers: await readAllMutedUsers(tx, realmId),
  };
}
