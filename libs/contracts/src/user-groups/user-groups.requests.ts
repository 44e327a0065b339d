import { Id } from '../kit/fields.js';
import { ServiceRequest } from '../service-request.js';

/**
 * Request: the group of full members is as the realm's waiting period says now. The realm-settings service asks so after it changed;
 * users also does it by itself when `RealmUpdated` reaches it, and as time passes. Errors: none. Effect: UserGroupMembersChanged of those
 * who come and go.
 */
export class UpdateFullMembers extends ServiceRequest<void> {
  static readonly pattern = 'users.groups.update_full_members';
  /** In a large realm the rest comes a moment later. */
  static readonly timeoutMs = 2_000;

  @Id() realmId!: number;
}
