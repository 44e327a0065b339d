import { describe, expect, it } from '@jest/globals';
import { readArguments, UnknownArgumentError, usage } from './arguments.js';
import { FIGURES } from './figures/figures.js';

const names = FIGURES.map(({ name }) => name);
const read = (...args: string[]) => readArguments(args, names);

describe('arguments of npm run bench', () => {
  it.each([['--help'], ['-h'], ['send-alone --help'], ['soak --help']])('%s asks for the usage', (line) => {
    expect(read(...line.split(' '))).toEqual({ kind: 'help' });
  });

  it('measures every figure when none is named, and the named ones otherwise', () => {
    expect(read()).toEqual({ kind: 'figures', names: [] });
    expect(read('send-alone', 'register')).toEqual({ kind: 'figures', names: ['send-alone', 'register'] });
    expect(read('soak')).toEqual({ kind: 'soak' });
  });

  it.each([['--quick'], ['send-alon'], ['register help']])('refuses "%s" and lists the known figures', (line) => {
    expect(() => read(...line.split(' '))).toThrow(UnknownArgumentError);
    expect(() => read(...line.split(' '))).toThrow(`Known figures: ${names.join(', ')}.`);
  });

  it('names every figure in the usage', () => {
    for (const name of names) expect(usage(names)).toContain(name);
  });
});
