import { describe, expect, it } from '@jest/globals';
import { structureViolations } from './structure.js';
import type { Project, SourceFile } from './workspace.js';

const NONE = { folderCycles: {}, longFiles: {} };

function file(path: string, imports: string[] = [], lines = 10): SourceFile {
  return {
    path: `apps/users/src/${path}`,
    isForTests: path.endsWith('.spec.ts'),
    lines,
    imports: imports.map((specifier) => ({ specifier, isTypeOnly: true })),
  };
}

function violations(files: SourceFile[], exceptions: Parameters<typeof structureViolations>[1] = NONE): string[] {
  const project = { folder: 'apps/users', files, scripts: [] as SourceFile[] } as Project;
  return structureViolations(
    { projects: [project], rootReferences: [], rootDependencies: {}, catalog: [] },
    exceptions,
  );
}

const cycle = [
  file('a/one.ts', ['../b/one.js']),
  file('b/one.ts', ['../c/deep/one.js']),
  file('c/deep/one.ts', ['../../a/two.js']),
  file('d/one.ts', ['../a/one.js']),
];

describe('import cycles between folders', () => {
  it('are reported for each folder in a cycle, type imports included', () => {
    expect(violations(cycle)).toEqual([
      'apps/users/src/a is in an import cycle between folders; it imports b.',
      'apps/users/src/b is in an import cycle between folders; it imports c.',
      'apps/users/src/c is in an import cycle between folders; it imports a.',
    ]);
  });

  it('are allowed within a folder, from tests, and through files outside of folders', () => {
    const within = [file('a/one.ts', ['./two.js']), file('a/two.ts', ['./one.js'])];
    const tests = [file('a/three.ts', ['../b/one.js']), file('b/one.spec.ts', ['../a/three.js'])];

    expect(violations([...within, ...tests, file('main.ts', ['./a/one.js'])])).toEqual([]);
  });

  it('may be excepted, and an exception that is no longer needed is reported', () => {
    const folderCycles = { 'apps/users': ['a', 'b', 'c', 'd'] };

    expect(violations(cycle, { ...NONE, folderCycles })).toEqual([
      'apps/users/src/d is in no import cycle; remove it from tools/structure-exceptions.json.',
    ]);
  });
});

describe('the length of files', () => {
  it('is at most 300 lines for sources, and free for tests and generated files', () => {
    const free = [file('a/x.spec.ts', [], 301), file('a/x.generated.ts', [], 301), file('a/y.ts', [], 300)];

    expect(violations([...free, file('a/x.ts', [], 301)])).toEqual([
      'apps/users/src/a/x.ts has 301 lines; at most 300 are allowed.',
    ]);
  });

  it('may be excepted up to a number of lines, as long as the file needs it', () => {
    const longFiles = { 'apps/users/src/a/x.ts': 320, 'apps/users/src/a/y.ts': 320, 'apps/users/src/gone.ts': 320 };

    expect(violations([file('a/x.ts', [], 321), file('a/y.ts', [], 300)], { ...NONE, longFiles })).toEqual([
      'apps/users/src/a/x.ts has 321 lines; at most 320 are allowed.',
      'apps/users/src/a/y.ts has at most 300 lines; remove it from tools/structure-exceptions.json.',
      'apps/users/src/gone.ts has at most 300 lines; remove it from tools/structure-exceptions.json.',
    ]);
  });
});
