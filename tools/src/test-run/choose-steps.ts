import { StartFailure } from '../servers/start-failure.js';
import type { Step } from './step.js';

/**
 * Reads the arguments of `npm test`: names of steps (all when none is named), then parts of paths of test files.
 * Paths alone choose the steps that run tests.
 */
export function chooseSteps(
  all: readonly Step[],
  args: readonly string[],
): { steps: readonly Step[]; paths: string[] } {
  const known = new Set(all.map(({ name }) => name));
  const firstPath = args.findIndex((arg) => !known.has(arg));
  const names = firstPath === -1 ? args : args.slice(0, firstPath);
  const paths = firstPath === -1 ? [] : args.slice(firstPath);
  const unknown = paths.find((path) => path.startsWith('-') || (names.length === 0 && !/[/.]/.test(path)));
  if (unknown !== undefined) {
    const steps = all.map(({ name }) => name).join(', ');
    throw new StartFailure(
      `"${unknown}" is neither a step (${steps}) nor a path. Example: npm test -- service apps/users`,
    );
  }
  const tiers = ['unit', 'service', 'system'];
  const isChosen = ({ name }: Step) =>
    names.length > 0 ? names.includes(name) : paths.length === 0 || tiers.includes(name);
  return { steps: all.filter(isChosen), paths };
}
