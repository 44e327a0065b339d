import type { UserGroup } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { AccountRow } from '../accounts/account.row.js';
import { systemGroupsOf } from '../system-groups/system-groups.js';

type GroupRow = UserGroup & { readonly memberIds: number[] };

/** Selects each group as one row with its members and subgroups; entities with relations would need a row for each of them. */
const SELECT = `SELECT g.group_id AS "groupId", g.name, g.description, g.is_system_group AS "isSystemGroup",
  ARRAY(SELECT m.user_id FROM user_group_member m WHERE m.group_id = g.group_id ORDER BY 1) AS "memberIds",
  ARRAY(SELECT s.subgroup_id FROM user_group_subgroup s WHERE s.group_id = g.group_id ORDER BY 1) AS "subgroupIds"
  FROM user_group g`;

/** Reads every group of the realm. `accounts` must be all accounts of the realm: they decide the members of system groups. */
export async function readGroups(
  tx: Transaction,
  realmId: number,
  accounts: readonly AccountRow[],
): Promise<UserGroup[]> {
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
