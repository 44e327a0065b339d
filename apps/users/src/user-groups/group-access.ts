import { isAllowedBy, type Policy } from '@chat/auth';
import {
  badRequest,
  guestsNotAllowed,
  isGuest,
  isModerator,
  type Principal,
  type RealmRecord,
  type UserGroup,
} from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { UserGroupsRepository } from './user-groups.repository.js';

export const invalidUserGroup = () => badRequest('Invalid user group');

export function refuseGuests(actor: Principal): void {
  if (isGuest(actor.role)) throw guestsNotAllowed();
}

/** Throws unless the realm lets the actor make and change groups. */
export function requireGroupEditing(actor: Principal, realm: RealmRecord): void {
  refuseGuests(actor);
  const nowSeconds = Date.now() / 1000;
  if (!isAllowedBy(realm.userGroupEditPolicy as Policy, actor, realm.waitingPeriodThreshold, nowSeconds)) {
    throw badRequest('Insufficient permission');
  }
}

/** A group that the actor may change: no system group, and for members only one that they are in. */
export async function editableGroup(
  tx: Transaction,
  groups: UserGroupsRepository,
  actor: Principal,
  groupId: number,
): Promise<UserGroup> {
  await groups.lock(tx, actor.realmId);
  const group = await groups.find(tx, actor.realmId, groupId);
  if (group === undefined) throw invalidUserGroup();
  const mayChange = isModerator(actor.role) || group.memberIds.includes(actor.userId);
  if (group.isSystemGroup || !mayChange) throw badRequest('Insufficient permission');
  return group;
}
