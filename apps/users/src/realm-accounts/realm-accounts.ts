import type { Account, UserGroup } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from '../accounts/account.entity.js';
import type { ProfileData } from '../profile-data/profile-values.entity.js';
import { readProfileData } from '../profile-data/profile-values.repository.js';
import { systemGroupsOf } from '../system-groups/system-groups.js';
import { readStatusTexts, type StatusText } from '../user-status/user-status.repository.js';

/**
 * Every account and group of a realm at one moment. Immutable: a later moment shares its unchanged parts with an earlier one, so
 * texts can be cached by account (`people-lists.ts`).
 */
export interface RealmAccounts {
  /** Ascending by id, system bots included. */
  readonly users: readonly Account[];
  /** Ascending by id, as are their members. */
  readonly groups: readonly UserGroup[];
  /** Users without values have no entry. */
  readonly profiles: ReadonlyMap<number, ProfileData>;
  /** Users without a status have no entry. */
  readonly statuses: ReadonlyMap<number, StatusText>;
  /** Ids of the muted users, ascending, by the id of the user that mutes them. */
  readonly mutedUsers: ReadonlyMap<number, readonly number[]>;
}

/** Reads the accounts in a snapshot. Raw SQL: entities of a whole realm would take several times as long. */
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
    mutedUsers: await readMutedUsers(tx, realmId),
  };
}

/** Raw SQL: one row per user, not per pair. */
async function readMutedUsers(tx: Transaction, realmId: number): Promise<Map<number, readonly number[]>> {
  const rows = await tx.query<{ userId: number; mutedUserIds: number[] }>(
    `SELECT m.user_id AS "userId", array_agg(m.muted_user_id ORDER BY m.muted_user_id) AS "mutedUserIds"
     FROM muted_user m JOIN account a USING (user_id) WHERE a.realm_id = $1 GROUP BY m.user_id`,
    [realmId],
  );
  return new Map(rows.map(({ userId, mutedUserIds }) => [userId, mutedUserIds]));
}

/** Returns the index of the item with this id in a list that ascends by id, or the index at which it belongs. */
export function indexById<Item>(items: readonly Item[], id: number, idOf: (item: Item) => number): number {
  let from = 0;
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (idOf(items[middle] as Item) < id) from = middle + 1;
    else to = middle;
  }
  return from;
}

type GroupRow = UserGroup & { readonly memberIds: number[] };

/** Selects each group as one row with its members and subgroups; entities with relations would need a row for each of them. */
const SELECT = `SELECT g.group_id AS "groupId", g.name, g.description, g.is_system_group AS "isSystemGroup",
  ARRAY(SELECT m.user_id FROM user_group_member m WHERE m.group_id = g.group_id ORDER BY 1) AS "memberIds",
  ARRAY(SELECT s.subgroup_id FROM user_group_subgroup s WHERE s.group_id = g.group_id ORDER BY 1) AS "subgroupIds"
  FROM user_group g`;

/** Reads every group of the realm. `accounts` must be all accounts of the realm: they decide the members of system groups. */
async function readGroups(tx: Transaction, realmId: number, accounts: readonly AccountRow[]) {
  const rows = await tx.query<GroupRow>(`${SELECT} WHERE g.realm_id = $1 ORDER BY g.group_id`, [realmId]);
  const groups = new Map(rows.filter((row) => row.isSystemGroup).map((row) => [row.name, row]));
  for (const account of accounts) {
    for (const name of systemGroupsOf(account)) groups.get(name)?.memberIds.push(account.userId);
  }
  return rows;
}

/** Reads one group; a system group without its members. */
export async function readGroup(tx: Transaction, realmId: number, groupId: number): Promise<UserGroup | undefined> {
  const [row] = await tx.query<GroupRow>(`${SELECT} WHERE g.realm_id = $1 AND g.group_id = $2`, [realmId, groupId]);
  return row;
}

/** Reads the groups with this direct subgroup; system groups without their members. */
export const readGroupsContaining = (tx: Transaction, groupId: number): Promise<UserGroup[]> =>
  tx.query<GroupRow>(`${SELECT} JOIN user_group_subgroup c USING (group_id) WHERE c.subgroup_id = $1`, [groupId]);
