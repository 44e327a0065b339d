import type { UserGroup } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { nameKey } from '../accounts/names.js';
import { ProvisionedRealmEntity, UserGroupEntity } from '../system-groups/user-group.entity.js';

/** Locks the groups of the realm for one writer: whether a group may contain another depends on all groups. */
export async function lockGroups(tx: Transaction, realmId: number): Promise<void> {
  await tx.getRepository(ProvisionedRealmEntity).findOne({ where: { realmId }, lock: { mode: 'pessimistic_write' } });
}

/** The groups by id with their direct subgroups. Raw SQL: one row per group. */
export async function findSubgroups(tx: Transaction, realmId: number) {
  const rows = await tx.query<{ groupId: number; subgroupIds: number[] }>(
    `SELECT g.group_id AS "groupId",
       ARRAY(SELECT s.subgroup_id FROM user_group_subgroup s WHERE s.group_id = g.group_id) AS "subgroupIds"
     FROM user_group g WHERE g.realm_id = $1`,
    [realmId],
  );
  return new Map(rows.map((row) => [row.groupId, row]));
}

/** The ids of the groups that have the user as a direct member. Raw SQL: members have no entity. */
export async function findGroupsOf(tx: Transaction, userId: number): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ groupId: number }>(
    'SELECT group_id AS "groupId" FROM user_group_member WHERE user_id = $1',
    [userId],
  );
  return new Set(rows.map(({ groupId }) => groupId));
}

/** Returns the id. Violates a unique index if the realm has a group of this name. */
export async function insertGroup(tx: Transaction, realmId: number, { name, description }: Omit<UserGroup, 'groupId'>) {
  const group = { realmId, name, nameKey: nameKey(name), description };
  const { identifiers } = await tx.getRepository(UserGroupEntity).insert(group);
  return (identifiers[0] as { groupId: number }).groupId;
}

/**
 * Adds and removes direct members or subgroups. Two statements with one array parameter each for any number of ids; the insert of a
 * repository has parameters for each row.
 */
export async function changeContents(
  tx: Transaction,
  kind: 'members' | 'subgroups',
  groupId: number,
  add: readonly number[],
  remove: readonly number[],
): Promise<void> {
  const [table, column] =
    kind === 'members' ? ['user_group_member', 'user_id'] : ['user_group_subgroup', 'subgroup_id'];
  await tx.query(`INSERT INTO ${table} (group_id, ${column}) SELECT $1, unnest($2::bigint[])`, [groupId, add]);
  await tx.query(`DELETE FROM ${table} WHERE group_id = $1 AND ${column} = ANY($2)`, [groupId, remove]);
}
