import { MAX_GROUP_MEMBERS_PER_EVENT, Role, SYSTEM_GROUPS, UserGroupMembersChanged } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { AccountRow } from '../accounts/account.entity.js';
import { UserGroupEntity } from './user-group.entity.js';

interface SystemGroup {
  readonly name: string;
  /** Name of the only direct subgroup. */
  readonly contains?: string;
  readonly description: string;
}

const { owners, administrators, moderators, fullMembers, members, everyone, internet, nobody } = SYSTEM_GROUPS;

/** Highest role first. */
export const SYSTEM_GROUP_TABLE: readonly SystemGroup[] = [
  { name: owners, description: 'Owners of this organization' },
  { name: administrators, contains: owners, description: 'Owners and administrators of this organization' },
  {
    name: moderators,
    contains: administrators,
    description: 'Owners, administrators and moderators of this organization',
  },
  {
    name: fullMembers,
    contains: moderators,
    description: 'All members of this organization, not including new accounts and guests',
  },
  { name: members, contains: fullMembers, description: 'All members of this organization, not including guests' },
  { name: everyone, contains: members, description: 'All users of this organization, including guests' },
  { name: internet, contains: everyone, description: 'Everyone on the Internet' },
  { name: nobody, description: 'Nobody' },
];

const GROUP_OF_ROLE: Readonly<Record<Role, string>> = {
  [Role.Owner]: owners,
  [Role.Administrator]: administrators,
  [Role.Moderator]: moderators,
  [Role.Member]: members,
  [Role.Guest]: everyone,
};

type Membership = Pick<AccountRow, 'userId' | 'role' | 'isProvisional' | 'isSystemBot'>;

/** Names of the groups that have the account as a direct member. */
export function systemGroupsOf({ role, isProvisional, isSystemBot }: Membership): string[] {
  if (isSystemBot) return [];
  const group = GROUP_OF_ROLE[role];
  return role === Role.Member && !isProvisional ? [group, fullMembers] : [group];
}

/**
 * Records how changes of roles change the members of system groups, in events of at most MAX_GROUP_MEMBERS_PER_EVENT members. The
 * group that a user leaves comes first and full members last, as clients expect. `before` is null for a new account.
 */
export async function recordRoleGroups(
  tx: Transaction,
  realmId: number,
  changes: readonly { readonly before: Membership | null; readonly after: Membership }[],
): Promise<void> {
  const groups = new Map<string, { readonly added: number[]; readonly removed: number[] }>();
  const at = (name: string) => {
    const group = groups.get(name) ?? { added: [], removed: [] };
    groups.set(name, group);
    return group;
  };
  for (const { before, after } of changes) {
    const was = before === null ? [] : systemGroupsOf(before);
    const is = systemGroupsOf(after);
    for (const name of was.filter((former) => !is.includes(former))) at(name).removed.push(after.userId);
    for (const name of is.filter((current) => !was.includes(current))) at(name).added.push(after.userId);
  }
  const rows = await tx.getRepository(UserGroupEntity).findBy({ realmId, isSystemGroup: true });
  const ids = new Map(rows.map((row) => [row.name, row.groupId]));
  const ordered = [...groups].sort(([a], [b]) => Number(a === fullMembers) - Number(b === fullMembers));
  for (const [name, { added, removed }] of ordered) {
    const groupId = ids.get(name);
    if (groupId === undefined) throw new Error(`Realm ${realmId} has no group ${name}.`);
    for (let from = 0; from < Math.max(added.length, removed.length); from += MAX_GROUP_MEMBERS_PER_EVENT) {
      const page = (userIds: number[]) => userIds.slice(from, from + MAX_GROUP_MEMBERS_PER_EVENT);
      const change = { groupId, addedUserIds: page(added), removedUserIds: page(removed) };
      tx.record(realmId, UserGroupMembersChanged.of(change));
    }
  }
}
