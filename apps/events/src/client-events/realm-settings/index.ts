import type { ClientEventMapping } from '../../fan-out/client-event-mapping.js';
import { realmUpdatedMapping } from './realm.client-event.js';

/** What the realm-settings service tells, as clients read it. */
// biome-ignore lint/suspicious/noExplicitAny: each mapping checks its own payload's type where it is declared.
export const REALM_SETTINGS_MAPPINGS: readonly ClientEventMapping<any>[] = [realmUpdatedMapping];
