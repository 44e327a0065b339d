import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { chooseSteps, requireTests } from './main.js';
import { checkResult, type Step } from './steps.js';

/** A folder with the folder of this test. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const step = (name: string): Step => ({ name, title: name, run: async () => checkResult(true) });
const ALL = ['lint', 'types', 'unit', 'service', 'system'].map(step);
const choose = (...args: string[]) => {
  const { steps, paths } = chooseSteps(ALL, args);
  return { steps: steps.map(({ name }) => name), paths };
};

describe('npm test', () => {
  it.each([
    [[], ['lint', 'types', 'unit', 'service', 'system'], []],
    [['unit'], ['unit'], []],
    [['system', 'lint'], ['lint', 'system'], []],
    [['service', 'apps/users'], ['service'], ['apps/users']],
    [
      ['libs/markdown', 'a.spec.ts'],
      ['unit', 'service', 'system'],
      ['libs/markdown', 'a.spec.ts'],
    ],
  ])('with %j runs %j on %j', (args, steps, paths) => {
    expect(choose(...args)).toEqual({ steps, paths });
  });

  it.each(['units', '--watch'])('refuses "%s"', (arg) => {
    expect(() => choose(arg)).toThrow(`"${arg}" is neither a step (lint, types, unit, service, system) nor a path`);
  });

  const green = { isGreen: true, files: [] };
  const withFile = { isGreen: true, files: [{ path: 'apps/users/a.spec.ts', ms: 5, failures: [] }] };

  it('refuses paths that no test file has', () => {
    expect(() => requireTests({ root: ROOT, steps: ALL, paths: ['apps/user'], results: [green, green] })).toThrow(
      'No test file of unit, service, system has "apps/user" in its path. Check the path.',
    );
  });

  it.each([
    ['a file in one of the tiers', ALL, ['apps/users'], [green, withFile]],
    ['no paths', ALL, [], [green]],
    ['a folder without tests', ALL, ['test-run/'], [green]],
    ['paths for a step without tests', [step('docs')], ['README.md'], [green]],
    ['a step that is red already', ALL, ['apps/user'], [{ isGreen: false, files: [] }]],
  ])('accepts %s', (_, steps, paths, results) => {
    expect(() => requireTests({ root: ROOT, steps, paths, results })).not.toThrow();
  });
});
