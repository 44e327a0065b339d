import { domainEvent } from '../domain-event.js';

/*
 * Domain events of the users service. Those that change who a caller is, or whether a key is accepted (`user_updated`,
 * `api_key_changed`), carry `userId`: by it every gateway forgets the credentials that it remembers.
 */

export interface UserCreatedPayload {
  readonly userId: number;
}

/** A user was added to the realm. */
export const UserCreated = domainEvent<UserCreatedPayload>()('users.user_created');

export interface UserUpdatedPayload {
  readonly userId: number;
}

/** Role, name, an address, activity, or another fact of the account changed. */
export const UserUpdated = domainEvent<UserUpdatedPayload>()('users.user_updated');

export interface ApiKeyChangedPayload {
  readonly userId: number;
}

/** The user's former API key is no longer accepted. */
export const ApiKeyChanged = domainEvent<ApiKeyChangedPayload>()('users.api_key_changed');
