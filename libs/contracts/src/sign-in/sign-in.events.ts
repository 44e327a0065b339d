import { domainEvent } from '../domain-event.js';

/** The former API key of the user is invalid. Gateways drop cached credentials by `userId`. */
export const ApiKeyChanged = domainEvent<{ readonly userId: number }>()('users.api_key_changed');
