/** What a caller may do, as far as it follows from role, policy and time alone. Pure functions; no I/O. */
export { isAllowedBy, isFullMember, Policy, requireAllowedBy } from './policy.js';
export {
  mayActFor,
  mayAssignRole,
  requireAdministrator,
  requireMember,
  requireOwner,
  requireRole,
} from './roles.js';
