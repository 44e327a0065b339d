import { badRequest, isGuest, type Principal, Role } from '@chat/contracts';

/** Values of the realm's `*_policy` settings: the roles that may do a thing. */
export const Policy = {
  Members: 1,
  Administrators: 2,
  FullMembers: 3,
  Moderators: 4,
  Everyone: 5,
  Nobody: 6,
  Owners: 7,
} as const;
export type Policy = (typeof Policy)[keyof typeof Policy];

const SECONDS_PER_DAY = 86_400;

type Caller = Pick<Principal, 'role' | 'joinedAtSeconds'>;

/**
 * Whether the caller is a full member: no guest, and above member, or a member for at least the realm's waiting period.
 * `nowSeconds` is passed in, so that a decision can be repeated.
 */
export function isFullMember(caller: Caller, waitingPeriodDays: number, nowSeconds: number): boolean {
  if (isGuest(caller.role)) return false;
  if (caller.role < Role.Member) return true;
  return nowSeconds - caller.joinedAtSeconds >= waitingPeriodDays * SECONDS_PER_DAY;
}

/** Whether `policy` permits the thing to the caller. An unknown policy permits it to no one. */
export function isAllowedBy(policy: Policy, caller: Caller, waitingPeriodDays: number, nowSeconds: number): boolean {
  switch (policy) {
    case Policy.Everyone:
      return true;
    case Policy.Members:
      return !isGuest(caller.role);
    case Policy.FullMembers:
      return isFullMember(caller, waitingPeriodDays, nowSeconds);
    case Policy.Moderators:
      return caller.role <= Role.Moderator;
    case Policy.Administrators:
      return caller.role <= Role.Administrator;
    case Policy.Owners:
      return caller.role <= Role.Owner;
    default:
      return false;
  }
}

/** Throws "Insufficient permission" unless {@link isAllowedBy}. */
export function requireAllowedBy(policy: Policy, caller: Caller, waitingPeriodDays: number, nowSeconds: number): void {
  if (!isAllowedBy(policy, caller, waitingPeriodDays, nowSeconds)) throw badRequest('Insufficient permission');
}
