import { describe, expect, it } from '@jest/globals';
import { readArguments, usage } from './arguments.js';

const scenarios = [
  { name: 'a', title: 'A dies' },
  { name: 'long-b', title: 'B is silent' },
];

describe('npm run failover', () => {
  it.each([
    [[], { kind: 'scenarios', names: [] }],
    [['long-b'], { kind: 'scenarios', names: ['long-b'] }],
    [['a', '--help'], { kind: 'help' }],
  ])('with %j runs %j', (args, request) => {
    expect(readArguments(args, scenarios)).toEqual(request);
  });

  it('refuses an unknown scenario and names the known ones', () => {
    expect(() => readArguments(['a', 'c'], scenarios)).toThrow('Unknown: c. Known scenarios: a, long-b.');
  });

  it('lists the scenarios in its help', () => {
    expect(usage(scenarios)).toContain('  a       A dies\n  long-b  B is silent\n');
  });
});
