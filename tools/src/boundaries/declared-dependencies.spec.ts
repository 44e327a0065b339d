import { describe, expect, it } from '@jest/globals';
import { dependencyViolations, packageOf } from './declared-dependencies.js';
import type { Project, SourceFile, Workspace } from './workspace.js';

const file = (path: string, ...specifiers: string[]): SourceFile => ({
  path,
  lines: 1,
  isForTests: path.endsWith('.spec.ts'),
  imports: specifiers.map((specifier) => ({ specifier, isTypeOnly: false })),
});

function violations(project: Partial<Project>, workspace: Partial<Workspace> = {}): string[] {
  const users: Project = {
    name: '@chat/users',
    kind: 'app',
    scope: 'users',
    folder: 'apps/users',
    dependencies: {},
    devDependencies: {},
    references: [],
    files: [],
    scripts: [],
    ...project,
  };
  return dependencyViolations({
    projects: [users],
    rootReferences: [],
    rootDependencies: {},
    catalog: [],
    ...workspace,
  });
}

const main = file('apps/users/src/main.ts', 'pg/lib/client.js', 'node:fs', './other.js');
const spec = file('apps/users/src/main.spec.ts', 'pg', '@jest/globals');
const devDependencies = { '@jest/globals': 'catalog:' };

describe('declared dependencies', () => {
  it('are right when production and tests each have theirs', () => {
    expect(violations({ files: [main, spec], dependencies: { pg: 'catalog:' }, devDependencies })).toEqual([]);
  });

  it('miss an imported package', () => {
    expect(violations({ files: [main] })).toEqual(['apps/users/package.json lacks pg, which its sources import.']);
  });

  it('name a package that nothing imports', () => {
    expect(violations({ dependencies: { pg: 'catalog:' } })).toEqual([
      'apps/users/package.json names pg, which none of its sources imports.',
    ]);
  });

  it('list a production package for development only', () => {
    expect(violations({ files: [main], devDependencies: { pg: 'catalog:' } })).toEqual([
      'apps/users/package.json lists pg for development only, but code that runs in production imports it.',
    ]);
  });

  it('put a package of tests and scripts into the image', () => {
    const scripts = [file('apps/users/scripts/make.mjs', 'diff')];
    const dependencies = { diff: 'catalog:', '@jest/globals': 'catalog:', pg: 'catalog:' };

    expect(violations({ files: [main, spec], scripts, dependencies })).toEqual([
      'apps/users/package.json lists @jest/globals for production, but only tests and scripts import it.',
      'apps/users/package.json lists diff for production, but only tests and scripts import it.',
    ]);
  });

  it('lack the types of an imported package', () => {
    const workspace = { catalog: ['@types/pg'], rootDependencies: { '@types/pg': 'catalog:' } };
    const project = { files: [main], dependencies: { pg: 'catalog:' } };

    expect(violations(project, workspace)).toEqual([
      'apps/users/package.json lacks @types/pg under devDependencies: its sources import pg.',
    ]);
    expect(violations({ ...project, devDependencies: { '@types/pg': 'catalog:' } }, workspace)).toEqual([]);
  });

  it('have a version of their own', () => {
    expect(
      violations({ files: [main], dependencies: { pg: '^8.0.0' } }, { rootDependencies: { nx: '1.0.0' } }),
    ).toEqual([
      'apps/users/package.json asks for pg "^8.0.0"; write "catalog:".',
      'package.json asks for nx "1.0.0"; write "catalog:".',
    ]);
  });

  it('leave a version in the catalog that nothing names', () => {
    expect(violations({}, { catalog: ['left-pad'] })).toEqual([
      'pnpm-workspace.yaml has a version of left-pad, which no package.json names.',
    ]);
  });
});

it.each([
  ['ajv/dist/2020.js', 'ajv'],
  ['@nestjs/common/enums', '@nestjs/common'],
  ['./a.js', undefined],
  ['node:fs', undefined],
])('the package of "%s" is %s', (specifier, name) => {
  expect(packageOf(specifier)).toBe(name);
});
