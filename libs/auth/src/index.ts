export { type EndpointAccess, requireAccess } from './endpoint-access.js';
export { networkOf } from './network-of.js';
export { isAllowedBy, isFullMember, Policy, requireAllowedBy } from './policy.js';
export {
  mayAssignRole,
  requireAdministrator,
  requireOwner,
  requireRole,
} from './roles.js';
