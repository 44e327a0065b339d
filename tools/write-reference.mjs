// Writes the pages of docs/reference from the code: npm run docs:reference
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { referencePages } from './dist/reference/reference-pages.js';

const root = fileURLToPath(new URL('..', import.meta.url));
mkdirSync(`${root}/docs/reference`, { recursive: true });
for (const [path, page] of Object.entries(referencePages(root))) writeFileSync(`${root}/${path}`, page);
