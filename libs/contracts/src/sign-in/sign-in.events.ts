import { domainEvent } from '../domain-event.js';

export interface ApiKeyChangedPayload {
  readonly userId: number;
}

/** The user's former API key is no longer accepted. By `userId` every gateway forgets cached credentials. */
export const ApiKeyChanged = domainEvent<ApiKeyChangedPayload>()('users.api_key_changed');
