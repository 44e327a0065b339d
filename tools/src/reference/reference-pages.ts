import { configurationPage } from '@chat/configuration';
import { eventsPage } from '@chat/contracts';

/** The generated pages of docs/reference, by path from the root. `npm run docs:reference` writes them. */
export async function referencePages(_root: string): Promise<Record<string, string>> {
  return {
    'docs/reference/configuration.md': configurationPage(),
    'docs/reference/events.md': eventsPage(),
  };
}
