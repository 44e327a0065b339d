// Writes the pages of docs/reference and docs/integrations from the code: npm run docs:reference
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { integrationPages } from '../apps/integrations/dist/documentation/integration-pages.js';
import { loadIntegrations } from '../apps/integrations/dist/load-integrations.js';
import { referencePages } from './dist/reference/reference-pages.js';

const root = fileURLToPath(new URL('..', import.meta.url));
for (const folder of ['reference', 'integrations']) mkdirSync(`${root}/docs/${folder}`, { recursive: true });
const pages = { ...referencePages(root), ...integrationPages(root, await loadIntegrations()) };
for (const [path, page] of Object.entries(pages)) writeFileSync(`${root}/${path}`, page);
