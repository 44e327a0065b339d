import {
  type ApiError,
  guestsNotAllowed,
  insufficientPermission,
  isAdministrator,
  organizationAdministratorRequired,
  organizationOwnerRequired,
  type Principal,
  Role,
} from '@chat/contracts';

function roleRequired(minimum: Role): ApiError {
  switch (minimum) {
    case Role.Owner:
      return organizationOwnerRequired();
    case Role.Administrator:
      return organizationAdministratorRequired();
    case Role.Moderator:
      return insufficientPermission();
    default:
      return guestsNotAllowed();
  }
}

/** Throws unless the caller's role is `minimum` or a higher one. */
export function requireRole(caller: Pick<Principal, 'role'>, minimum: Role): void {
  if (caller.role > minimum) throw roleRequired(minimum);
}

/** Throws UNAUTHORIZED_PRINCIPAL unless the caller is an owner or an administrator. */
export const requireAdministrator = (caller: Pick<Principal, 'role'>): void => requireRole(caller, Role.Administrator);

/** Throws UNAUTHORIZED_PRINCIPAL unless the caller is an owner. */
export const requireOwner = (caller: Pick<Principal, 'role'>): void => requireRole(caller, Role.Owner);

/** Whether a role with `caller`'s rights may give or take `role`: only owners touch the owner role. */
export const mayAssignRole = (caller: Pick<Principal, 'role'>, role: Role): boolean =>
  caller.role === Role.Owner || (isAdministrator(caller.role) && role !== Role.Owner);
