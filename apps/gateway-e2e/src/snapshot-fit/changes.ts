import type { Changer } from './changer.js';
import { MESSAGE_CHANGES } from './message-changes.js';
import { PEOPLE_CHANGES } from './people-changes.js';
import { REALM_CHANGES } from './realm-changes.js';
import { STREAM_CHANGES } from './stream-changes.js';

/** An action of a user, by the effect that it has. Adds its new objects to the world. */
export type Changes = Readonly<Record<string, (chance: Changer) => Promise<unknown>>>;

/** Every kind of change that the state of a client can show. */
export const everyChange = (): Changes => ({
  ...STREAM_CHANGES,
  ...MESSAGE_CHANGES,
  ...PEOPLE_CHANGES,
  ...REALM_CHANGES,
});
