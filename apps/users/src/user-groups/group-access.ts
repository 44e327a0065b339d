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
import { readGroup } from '../realm-accounts/read-groups.js';

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

/**
 * The realm's groups, for one writer at a time: changes of one depend on others (no group may contain itself), and they are
 * rare enough to take turns.
 */
export async function lockGroups(tx: Transaction, realmId: number): Promise<void> {
  await tx.query('SELECT 1 FROM furnished_realm WHERE realm_id = $1 FOR UPDATE', [realmId]);
}

/** A group that the actor may change: no system group, and for members only one that they are in. */
export async function editableGroup(tx: Transaction, actor: Principal, groupId: number): Promise<UserGroup> {
  await lockGroups(tx, actor.realmId);
  const group = await readGroup(tx, actor.realmId, groupId);
  if (group === undefined) throw invalidUserGroup();
  const mayChange = isModerator(actor.role) || group.memberIds.includes(actor.userId);
  if (group.isSystemGroup || !mayChange) throw badRequest('Insufficient permission');
  return group;
}
