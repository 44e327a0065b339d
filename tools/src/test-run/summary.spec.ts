import { describe, expect, it } from '@jest/globals';
import { failuresOf } from './jest-tier.js';
import { checkResult } from './steps.js';
import { summaryOf } from './summary.js';

describe('the summary of npm test', () => {
  it('names failed tests, slow files, steps and counts', () => {
    const files = [
      { path: 'apps/users/a.spec.ts', ms: 1_200, failures: ['a user signs in: Error: 503'] },
      { path: 'apps/users/b.spec.ts', ms: 900, failures: [] },
    ];
    const finished = [
      { result: checkResult(true), line: 'lint: green in 1.0 s' },
      { result: { isGreen: false, passed: 3, failed: 1, files }, line: 'unit: RED in 2.0 s, 3 passed, 1 failed' },
    ];

    expect(summaryOf(finished, 3, 3_000)).toBe(
      [
        ['', 'Failed tests:', '  apps/users/a.spec.ts: a user signs in: Error: 503'],
        ['', 'Slowest test files:', '     1.2 s  apps/users/a.spec.ts'],
        [
          '',
          'Steps:',
          '  lint: green in 1.0 s',
          '  unit: RED in 2.0 s, 3 passed, 1 failed',
          '  1 not run after the red one',
        ],
        ['Total: 3.0 s', '3 passed, 1 failed', ''],
      ]
        .flat()
        .join('\n'),
    );
  });

  it('has no list of failed tests after a green run', () => {
    const finished = [{ result: checkResult(true), line: 'lint: green in 1.0 s' }];

    expect(summaryOf(finished, 1, 1_000)).toBe('\nSteps:\n  lint: green in 1.0 s\nTotal: 1.0 s\n0 passed, 0 failed\n');
  });
});

describe('the failures of a test file', () => {
  const test = (status: string, ...failureMessages: string[]) => ({
    fullName: 'a user signs in',
    status,
    failureMessages,
  });

  it('are the failed tests with the beginning of their errors, without colors and stack', () => {
    const error =
      'Error: \u001b[2mexpect(\u001b[22m1).toBe(2)\n\nReceived: 1\n    at Object.<anonymous> (a.spec.ts:1:1)\n    at b';

    expect(
      failuresOf({
        status: 'failed',
        message: 'all',
        assertionResults: [test('passed'), test('failed', error, 'later')],
      }),
    ).toEqual(['a user signs in: Error: expect(1).toBe(2) Received: 1']);
  });

  it('are the reason why the file has no tests', () => {
    expect(failuresOf({ status: 'failed', message: 'Cannot find module', assertionResults: [] })).toEqual([
      'Cannot find module',
    ]);
    expect(failuresOf({ status: 'passed', message: '', assertionResults: [test('passed')] })).toEqual([]);
  });
});
