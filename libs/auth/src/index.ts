/** What a caller may do, as far as it follows from role, policy and time alone. Pure functions; no I/O. */

export { type AvatarFacts, avatarUrl, avatarUrlFor } from './avatar-url.js';
export { botOnWire, seesBotKey, type WireBot } from './bot-on-wire.js';
export { type AccountReader, canSeeDeliveryEmail, visibleDeliveryEmail } from './delivery-email.js';
export { type EndpointAccess, requireAccess } from './endpoint-access.js';
export { isAllowedBy, isFullMember, Policy, requireAllowedBy } from './policy.js';
export {
  mayAssignRole,
  requireAccountAdministrator,
  requireAdministrator,
  requireOwner,
  requireRole,
} from './roles.js';
export { userOnWire, type WireUser } from './user-on-wire.js';
