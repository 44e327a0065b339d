import { domainEvent } from '../domain-event.js';
import type { DirectoryUser } from './directory-user.js';
import type { UserGroup } from './user-group.js';

/*
 * Domain events of the users service. Those that change who a caller is, or whether a key is accepted (`user_updated`,
 * `api_key_changed`), carry `userId`: by it every gateway forgets the credentials that it remembers.
 */

export interface UserCreatedPayload {
  readonly userId: number;
  readonly user: DirectoryUser;
}

/** A user was added to the realm. */
export const UserCreated = domainEvent<UserCreatedPayload>()('users.user_created');

export interface UserUpdatedPayload {
  readonly userId: number;
  /** As it is now. */
  readonly user: DirectoryUser;
  /** What changed, with the values from before. */
  readonly previous: Partial<DirectoryUser>;
  /** Who did it; null when the system did. */
  readonly actorId: number | null;
}

/** Role, name, an address, activity, or another fact of the account changed. */
export const UserUpdated = domainEvent<UserUpdatedPayload>()('users.user_updated');

export interface ApiKeyChangedPayload {
  readonly userId: number;
}

/** The user's former API key is no longer accepted. */
export const ApiKeyChanged = domainEvent<ApiKeyChangedPayload>()('users.api_key_changed');

export interface UserGroupChangedPayload {
  readonly groupId: number;
  /** As it is now. */
  readonly group: UserGroup;
  /** Null when the group is new. */
  readonly previous: UserGroup | null;
}

/** A user group was added, or its name, description, members or subgroups changed. */
export const UserGroupChanged = domainEvent<UserGroupChangedPayload>()('users.user_group_changed');

export interface UserGroupRemovedPayload {
  readonly groupId: number;
}

export const UserGroupRemoved = domainEvent<UserGroupRemovedPayload>()('users.user_group_removed');
