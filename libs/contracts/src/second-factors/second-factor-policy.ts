import { isAdministrator, type Role } from '../roles.js';

/** Values of the realm setting `second_factor_policy`: the people with the duty to have a second factor. */
export const SecondFactorPolicy = { Optional: 1, Administrators: 2, Everyone: 3 } as const;

/** Whether the realm requires a second factor from people with the role. */
export function requiresSecondFactor(
  { secondFactorPolicy }: { readonly secondFactorPolicy?: number | undefined },
  role: Role,
): boolean {
  if (secondFactorPolicy === SecondFactorPolicy.Everyone) return true;
  return secondFactorPolicy === SecondFactorPolicy.Administrators && isAdministrator(role);
}
