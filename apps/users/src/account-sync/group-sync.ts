import { type GroupSync, UserGroupMembersChanged } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { In } from 'typeorm';
import type { AccountRow } from '../accounts/account.entity.js';
import { nameKey } from '../accounts/names.js';
import { UserGroupEntity } from '../system-groups/user-group.entity.js';
import { changeContents, findGroupsOf, lockGroups } from '../user-groups/user-groups.repository.js';
import { mapped, textsOf } from './claim-values.js';

type Member = Pick<AccountRow, 'realmId' | 'userId'>;

/** The names of a map that the realm lacks, or that are system groups: their members follow from roles. */
type UnusableGroups = readonly string[];

/**
 * Makes the account a direct member of exactly those groups of the map that the claim names; other groups are untouched. Returns the
 * unusable ones; undefined if the claim is unusable, and nothing changes.
 */
export async function syncGroups(
  tx: Transaction,
  account: Member,
  { map }: GroupSync,
  claim: unknown,
): Promise<UnusableGroups | undefined> {
  const texts = textsOf(claim);
  if (texts === undefined) return undefined;
  const names = [...new Set(Object.values(map))];
  if (names.length === 0) return [];
  const wanted = new Set(mapped(map, texts).map(nameKey));
  const { changes, known } = await changesOf(tx, account, names, wanted);
  // Most sign-ins change nothing, and do not wait for the lock of all groups.
  if (changes.length > 0) {
    await lockGroups(tx, account.realmId);
    for (const change of (await changesOf(tx, account, names, wanted)).changes) await applyChange(tx, account, change);
  }
  return names.filter((name) => !known.has(nameKey(name)));
}

interface MembershipChange {
  readonly groupId: number;
  readonly shallBe: boolean;
}

/** The memberships of the account that differ from the wanted ones, and the names of the groups that exist. */
async function changesOf(
  tx: Transaction,
  { realmId, userId }: Member,
  names: readonly string[],
  wanted: ReadonlySet<string>,
) {
  const groups = await tx.getRepository(UserGroupEntity).find({
    where: { realmId, isSystemGroup: false, nameKey: In(names.map(nameKey)) },
    order: { groupId: 'ASC' },
  });
  const present = await findGroupsOf(tx, userId);
  const changes = groups
    .map(({ groupId, nameKey: key }): MembershipChange => ({ groupId, shallBe: wanted.has(key) }))
    .filter(({ groupId, shallBe }) => present.has(groupId) !== shallBe);
  return { changes, known: new Set(groups.map((group) => group.nameKey)) };
}

async function applyChange(tx: Transaction, { realmId, userId }: Member, { groupId, shallBe }: MembershipChange) {
  const [addedUserIds, removedUserIds] = shallBe ? [[userId], []] : [[], [userId]];
  await changeContents(tx, 'members', groupId, addedUserIds, removedUserIds);
  tx.record(realmId, UserGroupMembersChanged.of({ groupId, addedUserIds, removedUserIds }));
}
