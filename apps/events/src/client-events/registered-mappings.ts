import { allClientEventMappings } from '@chat/contracts';
import type { ClientEventMapping } from '../fan-out/client-event-mapping.js';

/**
 * Every mapping, by area. A service's team adds its own here; a domain event without a mapping reaches no client.
 * The message event is not here: it has a path of its own (see `fan-out/message-event.ts`).
 */
// biome-ignore lint/suspicious/noExplicitAny: each mapping checks its own payload's type where it is declared.
export const CLIENT_EVENT_MAPPINGS: readonly ClientEventMapping<any>[] = [...allClientEventMappings()];
