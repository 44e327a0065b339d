import { domainEvent } from '../domain-event.js';

/** The user has a second factor now, or none any longer. Gateways drop cached sessions by `userId`. */
export const SecondFactorChanged = domainEvent<{ readonly userId: number }>()('users.second_factor_changed');
