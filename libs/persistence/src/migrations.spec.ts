import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { migrationsIn } from './migrations.js';

let folder: string;
const module = () => pathToFileURL(join(folder, 'options.js')).href;
const write = (file: string, exported: string) =>
  writeFileSync(join(folder, 'migrations', file), `module.exports = { ${exported}: class ${exported} {} };`);
const load = () => {
  const [migration] = migrationsIn(module());
  return migration !== undefined && 'load' in migration ? migration.load() : undefined;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  mkdirSync(join(folder, 'migrations'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('migrationsIn', () => {
  it('names the migrations of a folder in their order, without its tests and declarations', () => {
    write('1700000000100-fold-sharp-s.js', 'FoldSharpS1700000000100');
    write('1700000000000-create-notes.js', 'CreateNotes1700000000000');
    write('1700000000000-create-notes.spec.js', 'Test');
    write('1700000000000-create-notes.d.ts', 'Declaration');

    expect(migrationsIn(module()).map(({ name }) => name)).toEqual([
      'CreateNotes1700000000000',
      'FoldSharpS1700000000100',
    ]);
  });

  it('imports a migration that has the name of its file', async () => {
    write('1700000000000-create-notes.js', 'CreateNotes1700000000000');

    expect((await load())?.name).toBe('CreateNotes1700000000000');
  });

  it('refuses a migration of another name', async () => {
    write('1700000000000-create-notes.js', 'CreateNotes1700000000100');

    await expect(load()).rejects.toThrow('must export one migration, CreateNotes1700000000000');
  });
});
