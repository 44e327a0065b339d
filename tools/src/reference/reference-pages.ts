import { configurationPage } from '@chat/configuration';
import { endpointsPage } from './endpoints-page.js';
import { errorsPage } from './errors.js';
import { eventsPage } from './events-page.js';
import { logMessagesPage } from './log-messages.js';
import { metricsPage } from './metrics.js';
import { objectsPage } from './objects-page.js';

/** The generated pages of docs/reference, by path from the root. `npm run docs:reference` writes them. */
export function referencePages(root: string): Record<string, string> {
  return {
    'docs/reference/configuration.md': configurationPage(),
    'docs/reference/endpoints.md': endpointsPage(),
    'docs/reference/errors.md': errorsPage(root),
    'docs/reference/events.md': eventsPage(),
    'docs/reference/log-messages.md': logMessagesPage(root),
    'docs/reference/metrics.md': metricsPage(root),
    'docs/reference/objects.md': objectsPage(),
  };
}
