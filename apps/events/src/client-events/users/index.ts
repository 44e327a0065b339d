import type { ClientEventMapping } from '../../fan-out/client-event-mapping.js';
import { addressesInViewChangedMapping } from './addresses-in-view.client-event.js';
import { botChangedMapping, botsInViewChangedMapping } from './realm-bot.client-event.js';
import { profileValueChangedMapping, userCreatedMapping, userUpdatedMapping } from './realm-user.client-event.js';

/** What the users service tells, as clients read it. */
// biome-ignore lint/suspicious/noExplicitAny: each mapping checks its own payload's type where it is declared.
export const USERS_MAPPINGS: readonly ClientEventMapping<any>[] = [
  addressesInViewChangedMapping,
  botChangedMapping,
  botsInViewChangedMapping,
  profileValueChangedMapping,
  userCreatedMapping,
  userUpdatedMapping,
];
