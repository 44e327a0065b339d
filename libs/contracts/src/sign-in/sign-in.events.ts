import { domainEvent } from '../domain-event.js';

export interface ApiKeyChangedPayload {
  readonly userId: number;
}

/** The former API key of the user is invalid. Gateways drop cached credentials by `userId`. */
export const ApiKeyChanged = domainEvent<ApiKeyChangedPayload>()('users.api_key_changed');
