export { firstBy } from './first-by.js';
export { PersonAvatar } from './person-avatar.js';
export { presenceAt } from './presence.js';
export { roleText } from './role-text.js';
export { useMinute } from './use-minute.js';
export { useOwnPresence } from './use-own-presence.js';
export { type Person, personIn, usePerson, usePresence } from './use-person.js';
