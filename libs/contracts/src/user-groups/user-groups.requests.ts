import { Id } from '../kit/fields.js';
import { ServiceRequest } from '../service-request.js';

/**
 * Updates the group of full members to the realm's waiting period. The realm-settings service sends it after a change; users also
 * does it when it applies `RealmUpdated`, and at intervals. Effect: UserGroupMembersChanged.
 */
export class UpdateFullMembers extends ServiceRequest<void> {
  static readonly pattern = 'users.groups.update_full_members';
  /** Short: a large realm is completed in the background. */
  static readonly timeoutMs = 2_000;

  @Id() realmId!: number;
}
