import { AfterCommitRequest, request } from '../service-request.js';

/**
 * Sent by realm-settings: updates the group of full members to the realm's waiting period. Users also does it at intervals, and
 * completes a large realm in the background. Effect: UserGroupMembersChanged.
 */
export class UpdateFullMembers extends request(AfterCommitRequest, 'users.groups.update_full_members') {}
