import { MAX_GROUP_MEMBERS_PER_EVENT, SYSTEM_GROUPS, UserGroupMembersChanged } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { AccountRow } from '../accounts/account.row.js';
import { systemGroupIds, systemGroupsOf } from './system-groups.js';

type Membership = Pick<AccountRow, 'userId' | 'role' | 'isProvisional' | 'isSystemBot'>;

/**
 * Records what a change of roles does to the system groups: one event per group and MAX_GROUP_MEMBERS_PER_EVENT, of the group
 * that was left first, and of full members last, as clients know it. `before` is null for a new account.
 */
export async function recordRoleGroups(
  tx: Transaction,
  realmId: number,
  changes: readonly { readonly before: Membership | null; readonly after: Membership }[],
): Promise<void> {
  const ids = await systemGroupIds(tx, realmId);
  const groups = new Map<number, MembersChange>();
  const at = (name: string): MembersChange => {
    const groupId = ids.get(name);
    if (groupId === undefined) throw new Error(`Realm ${realmId} has no group ${name}.`);
    const group = groups.get(groupId) ?? { added: [], removed: [] };
    groups.set(groupId, group);
    return group;
  };
  for (const { before, after } of changes) {
    const was = before === null ? [] : systemGroupsOf(before);
    const is = systemGroupsOf(after);
    for (const name of was.filter((former) => !is.includes(former))) at(name).removed.push(after.userId);
    for (const name of is.filter((current) => !was.includes(current))) at(name).added.push(after.userId);
  }
  const isLast = (groupId: number): boolean => groupId === ids.get(SYSTEM_GROUPS.fullMembers);
  const ordered = [...groups].sort(([a], [b]) => Number(isLast(a)) - Number(isLast(b)));
  for (const [groupId, change] of ordered) recordMembers(tx, realmId, groupId, change);
}

interface MembersChange {
  readonly added: number[];
  readonly removed: number[];
}

function recordMembers(tx: Transaction, realmId: number, groupId: number, { added, removed }: MembersChange): void {
  for (let from = 0; from < Math.max(added.length, removed.length); from += MAX_GROUP_MEMBERS_PER_EVENT) {
    const page = (userIds: number[]) => userIds.slice(from, from + MAX_GROUP_MEMBERS_PER_EVENT);
    tx.record(
      realmId,
      UserGroupMembersChanged.of({ groupId, addedUserIds: page(added), removedUserIds: page(removed) }),
    );
  }
}
