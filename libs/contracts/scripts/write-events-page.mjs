// Writes docs/events.md from the schemas: npm run docs:events
import { writeFileSync } from 'node:fs';
import { eventsPage } from '../dist/index.js';

writeFileSync(new URL('../../../docs/events.md', import.meta.url), eventsPage());
