import { domainEvent } from '../domain-event.js';

/** The sessions and device keys are over. Gateways drop cached credentials by `userId`. */
export const SessionsEnded = domainEvent<{ readonly userId: number; readonly sessionIds: readonly number[] }>()(
  'users.sessions_ended',
);
