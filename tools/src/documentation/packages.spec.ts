import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const packages = ['apps', 'libs']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
  .filter((folder) => existsSync(join(root, folder, 'package.json')));

it.each(packages)('the README of %s has an example, and states guarantees', (folder) => {
  const page = read(`${folder}/README.md`);

  expect(page).toMatch(/^```\w+( \w+)?$/m);
  expect(page).toMatch(/\bGuarantees\b|\bguarantees\b/);
});

it.each(packages.filter((folder) => folder !== 'apps/gateway-e2e'))(
  'the page of the architecture names %s',
  (folder) => {
    expect(read('docs/architecture/README.md')).toContain(`\`${folder}\``);
  },
);
