import type { ClientEventMapping } from '../../fan-out/client-event-mapping.js';
import {
  subscriberActivityMapping,
  subscriptionSettingsMapping,
  subscriptionsAddedMapping,
  subscriptionsRemovedMapping,
} from './subscriptions/subscription.client-event.js';

/** What messaging tells, as clients read it. */
// biome-ignore lint/suspicious/noExplicitAny: each mapping checks its own payload's type where it is declared.
export const MESSAGING_MAPPINGS: readonly ClientEventMapping<any>[] = [
  subscriptionsAddedMapping,
  subscriptionsRemovedMapping,
  subscriberActivityMapping,
  subscriptionSettingsMapping,
];
