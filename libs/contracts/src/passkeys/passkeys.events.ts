import { domainEvent } from '../domain-event.js';

/** The user has one passkey more or less. */
export const PasskeysChanged = domainEvent<{ readonly userId: number }>()('users.passkeys_changed');
