import { Id, ListOf, Text } from '../kit/fields.js';
import { id } from '../kit/types/numbers.js';
import { ServiceRequest } from '../service-request.js';
import { MAX_GROUP_CHANGES } from '../user-groups/user-groups.schema.js';

/**
 * Request: tell people that somebody else put them into a user group, or took them out of it. The users service asks so after its commit;
 * messaging also does it by itself when `UserGroupMembersChanged` reaches it. Told once for each `changeId`. Errors: none. Effect: direct
 * messages of the notification bot, unless there are too many to tell.
 */
export class TellGroupMembers extends ServiceRequest<void> {
  static readonly pattern = 'messaging.notices.tell_group_members';
  /** Short: a change of a group does not wait long for a messaging service that is away. */
  static readonly timeoutMs = 2_000;

  @Id() realmId!: number;
  @Id() groupId!: number;
  @Id() actorId!: number;
  @ListOf(id(), { max: MAX_GROUP_CHANGES }) addedUserIds!: readonly number[];
  @ListOf(id(), { max: MAX_GROUP_CHANGES }) removedUserIds!: readonly number[];
  @Text({ max: 100, controlCharacters: 'allowed' }) changeId!: string;
}
