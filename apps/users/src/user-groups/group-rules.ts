import { isAllowedBy, type Policy } from '@chat/auth';
import {
  badRequest,
  guestsNotAllowed,
  isGuest,
  isModerator,
  MAX_USER_GROUP_DESCRIPTION_LENGTH,
  MAX_USER_GROUP_NAME_LENGTH,
  type Principal,
  type RealmRecord,
  type UserGroup,
} from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { codePointCount } from '@chat/text';
import { readGroup } from '../realm-accounts/realm-accounts.js';
import { lockGroups } from './user-groups.repository.js';

/** Prefixes of system groups, and of other things that texts name like groups. */
const RESERVED_PREFIXES = ['@', 'role:', 'user:', 'stream:', 'channel:'];

export const invalidUserGroup = () => badRequest('Invalid user group');

export function refuseGuests(actor: Principal): void {
  if (isGuest(actor.role)) throw guestsNotAllowed();
}

/** Throws unless the realm allows the actor to make and change groups. */
export function requireGroupEditing(actor: Principal, realm: RealmRecord): void {
  refuseGuests(actor);
  const nowSeconds = Date.now() / 1000;
  if (!isAllowedBy(realm.userGroupEditPolicy as Policy, actor, realm.waitingPeriodThreshold, nowSeconds)) {
    throw badRequest('Insufficient permission');
  }
}

/** Locks the realm's groups and returns the group. Throws if it is a system group, or if a member is not in the group. */
export async function lockEditableGroup(tx: Transaction, actor: Principal, groupId: number): Promise<UserGroup> {
  await lockGroups(tx, actor.realmId);
  const group = await readGroup(tx, actor.realmId, groupId);
  if (group === undefined) throw invalidUserGroup();
  const mayChange = isModerator(actor.role) || group.memberIds.includes(actor.userId);
  if (group.isSystemGroup || !mayChange) throw badRequest('Insufficient permission');
  return group;
}

/** The name as it is stored. */
export function checkGroupName(given: string): string {
  const name = given.trim();
  if (name === '') throw badRequest("User group name can't be empty!");
  if (codePointCount(name) > MAX_USER_GROUP_NAME_LENGTH) {
    throw badRequest(`User group name cannot exceed ${MAX_USER_GROUP_NAME_LENGTH} characters.`);
  }
  if (/\p{Cc}|\p{Cs}/u.test(name)) throw badRequest('Invalid characters in user group name!');
  const prefix = RESERVED_PREFIXES.find((reserved) => name.toLowerCase().startsWith(reserved));
  if (prefix !== undefined) throw badRequest(`User group name cannot start with '${prefix}'.`);
  return name;
}

export function checkGroupDescription(description: string): string {
  if (codePointCount(description) > MAX_USER_GROUP_DESCRIPTION_LENGTH) {
    throw badRequest(`description is too long (limit: ${MAX_USER_GROUP_DESCRIPTION_LENGTH} characters)`);
  }
  if (description.includes('\0') || /\p{Cs}/u.test(description)) {
    throw badRequest('description must not contain null bytes');
  }
  return description;
}

/** Throws "Invalid user ID: N" unless all ids are users of the realm. Raw SQL: one array parameter for any number of ids. */
export async function requireUsers(tx: Transaction, realmId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const rows = await tx.query<{ userId: number }>(
    'SELECT user_id AS "userId" FROM account WHERE realm_id = $1 AND user_id = ANY($2) AND NOT is_system_bot',
    [realmId, userIds],
  );
  const known = new Set(rows.map((row) => row.userId));
  const unknown = userIds.find((userId) => !known.has(userId));
  if (unknown !== undefined) throw badRequest(`Invalid user ID: ${unknown}`);
}

/** Direct and indirect subgroups, ascending, without the group itself. */
export function allSubgroupIds(groups: ReadonlyMap<number, Pick<UserGroup, 'subgroupIds'>>, groupId: number): number[] {
  const found = new Set<number>();
  const toVisit = [...(groups.get(groupId)?.subgroupIds ?? [])];
  for (let next = toVisit.pop(); next !== undefined; next = toVisit.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    toVisit.push(...(groups.get(next)?.subgroupIds ?? []));
  }
  found.delete(groupId);
  return [...found].sort((a, b) => a - b);
}
