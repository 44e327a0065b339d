import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { loadIntegrations } from '../load-integrations.js';
import { integrationPages } from './integration-pages.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

it('the pages of the integrations are those that npm run docs:reference writes', async () => {
  const pages = integrationPages(root, await loadIntegrations());

  for (const [path, page] of Object.entries(pages)) {
    expect([path, existsSync(`${root}/${path}`) && readFileSync(`${root}/${path}`, 'utf8')]).toEqual([path, page]);
  }
});
