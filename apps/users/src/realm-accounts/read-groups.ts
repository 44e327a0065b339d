import type { UserGroup } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { AccountRow } from '../accounts/account.row.js';
import { systemGroupsOf } from '../system-groups/system-groups.js';

type GroupRow = UserGroup & { readonly memberIds: number[] };

/** Each group is one row with its members and subgroups. Entities with relations would need a row for each of them. */
const GROUP_COLUMNS = `g.group_id AS "groupId", g.name, g.description, g.is_system_group AS "isSystemGroup",
  ARRAY(SELECT m.user_id FROM user_group_member m WHERE m.group_id = g.group_id ORDER BY 1) AS "memberIds",
  ARRAY(SELECT s.subgroup_id FROM user_group_subgroup s WHERE s.group_id = g.group_id ORDER BY 1) AS "subgroupIds"`;

/** Every group of the realm; the system groups' members follow from `accounts`, which must be all of the realm's. */
export async function readGroups(
  tx: Transaction,
  realmId: number,
  accounts: readonly AccountRow[],
): Promise<UserGroup[]> {
  const rows = await tx.query<GroupRow>(
    `SELECT ${GROUP_COLUMNS} FROM user_group g WHERE g.realm_id = $1 ORDER BY g.group_id`,
    [realmId],
  );
  const groups = new Map(rows.filter((row) => row.isSystemGroup).map((row) => [row.name, row]));
  for (const account of accounts) {
    for (const name of systemGroupsOf(account)) groups.get(name)?.memberIds.push(account.userId);
  }
  return rows;
}

/** One group as it is stored: without the members of a system group. */
export async function readGroup(tx: Transaction, realmId: number, groupId: number): Promise<UserGroup | undefined> {
  const [row] = await tx.query<GroupRow>(
    `SELECT ${GROUP_COLUMNS} FROM user_group g WHERE g.realm_id = $1 AND g.group_id = $2`,
    [realmId, groupId],
  );
  return row;
}

/** The groups that contain a group directly, as they are stored. */
export const readGroupsContaining = (tx: Transaction, groupId: number): Promise<UserGroup[]> =>
  tx.query<GroupRow>(
    `SELECT ${GROUP_COLUMNS} FROM user_group g JOIN user_group_subgroup c USING (group_id) WHERE c.subgroup_id = $1`,
    [groupId],
  );
