import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { referencePages } from './reference-pages.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

it.each(Object.entries(referencePages(root)))('%s is up to date (npm run docs:reference)', (path, page) => {
  expect(readFileSync(join(root, path), 'utf8')).toBe(page);
});
