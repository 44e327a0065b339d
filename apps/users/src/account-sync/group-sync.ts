import { type GroupSync, UserGroupMembersChanged } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { In } from 'typeorm';
import type { AccountRow } from '../accounts/account.entity.js';
import { nameKey } from '../accounts/names.js';
import { UserGroupEntity } from '../system-groups/user-group.entity.js';
import { changeContents, findGroupsOf, lockGroups } from '../user-groups/user-groups.repository.js';
import { mapped, textsOf } from './claim-values.js';

/** The names of a map that the realm lacks, or that are system groups: their members follow from roles. */
type UnusableGroups = readonly string[];

/**
 * Makes the account a direct member of exactly those groups of the map that the claim names; other groups are untouched. Returns the
 * unusable ones; undefined if the claim is unusable, and nothing changes.
 */
export async function syncGroups(
  tx: Transaction,
  { realmId, userId }: Pick<AccountRow, 'realmId' | 'userId'>,
  { map }: GroupSync,
  claim: unknown,
): Promise<UnusableGroups | undefined> {
  const texts = textsOf(claim);
  if (texts === undefined) return undefined;
  const names = [...new Set(Object.values(map))];
  if (names.length === 0) return [];
  await lockGroups(tx, realmId);
  const keys = names.map(nameKey);
  const groups = await tx.getRepository(UserGroupEntity).find({
    where: { realmId, isSystemGroup: false, nameKey: In(keys) },
    order: { groupId: 'ASC' },
  });
  const wanted = new Set(mapped(map, texts).map(nameKey));
  const present = await findGroupsOf(tx, userId);
  for (const { groupId, nameKey: key } of groups) {
    const [isMember, shallBe] = [present.has(groupId), wanted.has(key)];
    if (isMember === shallBe) continue;
    const [addedUserIds, removedUserIds] = shallBe ? [[userId], []] : [[], [userId]];
    await changeContents(tx, 'members', groupId, addedUserIds, removedUserIds);
    tx.record(realmId, UserGroupMembersChanged.of({ groupId, addedUserIds, removedUserIds }));
  }
  const known = new Set(groups.map((group) => group.nameKey));
  return names.filter((name) => !known.has(nameKey(name)));
}
