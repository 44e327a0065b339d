import { Role, SYSTEM_GROUPS } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { UserGroupEntity } from './user-group.entity.js';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  [SYSTEM_GROUPS.internet]: 'Everyone on the Internet',
  [SYSTEM_GROUPS.everyone]: 'All users of this organization, including guests',
  [SYSTEM_GROUPS.members]: 'All members of this organization, not including guests',
  [SYSTEM_GROUPS.fullMembers]: 'All members of this organization, not including new accounts and guests',
  [SYSTEM_GROUPS.moderators]: 'Owners, administrators and moderators of this organization',
  [SYSTEM_GROUPS.administrators]: 'Owners and administrators of this organization',
  [SYSTEM_GROUPS.owners]: 'Owners of this organization',
  [SYSTEM_GROUPS.nobody]: 'Nobody',
};

/** Each group and the one that it contains, highest role first. */
export const SYSTEM_GROUP_CONTENTS: readonly (readonly [name: string, contains: string | null])[] = [
  [SYSTEM_GROUPS.owners, null],
  [SYSTEM_GROUPS.administrators, SYSTEM_GROUPS.owners],
  [SYSTEM_GROUPS.moderators, SYSTEM_GROUPS.administrators],
  [SYSTEM_GROUPS.fullMembers, SYSTEM_GROUPS.moderators],
  [SYSTEM_GROUPS.members, SYSTEM_GROUPS.fullMembers],
  [SYSTEM_GROUPS.everyone, SYSTEM_GROUPS.members],
  [SYSTEM_GROUPS.internet, SYSTEM_GROUPS.everyone],
  [SYSTEM_GROUPS.nobody, null],
];

export const systemGroupDescription = (name: string): string => DESCRIPTIONS[name] ?? '';

/** Names of the groups that an account is a direct member of. */
export function systemGroupsOf(account: { role: Role; isProvisional: boolean; isSystemBot: boolean }): string[] {
  if (account.isSystemBot) return [];
  switch (account.role) {
    case Role.Owner:
      return [SYSTEM_GROUPS.owners];
    case Role.Administrator:
      return [SYSTEM_GROUPS.administrators];
    case Role.Moderator:
      return [SYSTEM_GROUPS.moderators];
    case Role.Member:
      return account.isProvisional ? [SYSTEM_GROUPS.members] : [SYSTEM_GROUPS.members, SYSTEM_GROUPS.fullMembers];
    default:
      return [SYSTEM_GROUPS.everyone];
  }
}

/** Ids by name. */
export async function systemGroupIds(tx: Transaction, realmId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.getRepository(UserGroupEntity).findBy({ realmId, isSystemGroup: true });
  return new Map(rows.map((row) => [row.name, row.groupId]));
}
