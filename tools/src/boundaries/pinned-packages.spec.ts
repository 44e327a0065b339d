import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

interface Lockfile {
  readonly importers: Readonly<
    Record<string, { readonly dependencies?: Readonly<Record<string, { readonly version: string }>> }>
  >;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
const { catalog } = parse(workspace) as { readonly catalog: Readonly<Record<string, string>> };
const { importers } = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')) as Lockfile;

/** The comment above the entry, or above the entries of the same scope right before it. */
function reasonFor(name: string): string {
  const [scope] = name.split('/');
  const lines = workspace.split('\n').map((line) => line.trim().replaceAll("'", ''));
  const before = lines.slice(lines.indexOf('catalog:'), lines.indexOf(`${name}: ${catalog[name]}`));
  return before.findLast((line) => !line.startsWith(`${scope}/`)) ?? '';
}

/** Files need these packages on Node 20.19, and their later releases need Node 22. */
describe('the newest release for Node 20', () => {
  it.each([
    ['@aws-sdk/client-s3', '3.1169.0'],
    ['@aws-sdk/lib-storage', '3.1169.0'],
    ['content-disposition', '2.0.1'],
    ['file-type', '21.3.4'],
  ])('is installed of %s, exactly, and the catalog has the reason', (name, version) => {
    expect(catalog[name]).toBe(version);
    expect(importers['apps/files']?.dependencies?.[name]?.version.split('(')[0]).toBe(version);
    expect(reasonFor(name)).toMatch(/^# .*need(s)? Node 22\.$/);
  });
});
