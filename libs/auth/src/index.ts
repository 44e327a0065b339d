/** What a caller may do, as far as it follows from role, policy and time alone. Pure functions; no I/O. */

export { type EndpointAccess, requireAccess } from './endpoint-access.js';
export { isAllowedBy, isFullMember, Policy, requireAllowedBy } from './policy.js';
export {
  mayAssignRole,
  requireAdministrator,
  requireOwner,
  requireRole,
} from './roles.js';
