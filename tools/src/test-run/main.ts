import { StartFailure } from '../servers/server.js';
import { audit } from './audit/audit.js';
import { newerServerTests } from './newer-servers.js';
import { boundaries, documentation, formatAndLint, type Step, type StepResult, types } from './steps.js';
import { serviceTests, systemTests, unitTests } from './tiers.js';

/** In order of execution: quick steps that often fail come first. */
export const STEPS: readonly Step[] = [
  formatAndLint,
  types,
  boundaries,
  documentation,
  audit,
  unitTests,
  serviceTests,
  newerServerTests,
  systemTests,
];

/**
 * `npm test`: runs the steps up to the first red one, and ends with the line `N passed, N failed` over all tests.
 * `args` may name steps, and after them parts of paths. Returns the exit code.
 */
export async function main(root: string, args: string[]): Promise<number> {
  const { steps, paths } = chooseSteps(STEPS, args);
  const startedAtMs = Date.now();
  const results: StepResult[] = [];
  const durations: string[] = [];
  let isGreen = true;
  for (const [index, step] of steps.entries()) {
    process.stdout.write(`\n=== ${index + 1}/${steps.length} ${step.title}\n`);
    const stepStartedAtMs = Date.now();
    const result = await step.run({ root, paths });
    results.push(result);
    const counts = result.passed + result.failed > 1 ? `, ${result.passed} passed, ${result.failed} failed` : '';
    const line = `${step.name}: ${result.isGreen ? 'green' : 'RED'} in ${seconds(Date.now() - stepStartedAtMs)}${counts}`;
    durations.push(line);
    process.stdout.write(`--- ${line}\n`);
    isGreen = result.isGreen;
    if (!isGreen) break;
  }
  summarize(results, durations, steps.length, Date.now() - startedAtMs);
  return isGreen ? 0 : 1;
}

function summarize(results: StepResult[], durations: string[], steps: number, totalMs: number): void {
  const slowest = slowestFiles(results.flatMap(({ files }) => files));
  const lines = [
    '',
    ...(slowest.length === 0 ? [] : ['Slowest test files:', ...slowest.map((line) => `  ${line}`), '']),
    'Steps:',
    ...durations.map((line) => `  ${line}`),
    ...(durations.length < steps ? [`  ${steps - durations.length} not run after the red one`] : []),
    `Total: ${seconds(totalMs)}`,
    `${sum(results.map(({ passed }) => passed))} passed, ${sum(results.map(({ failed }) => failed))} failed`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

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

const SHOWN = 8;
/** Faster files are not worth a look. */
const WORTH_SHOWING_MS = 1_000;

/** The slowest test files as lines of duration and path, slowest first. */
export function slowestFiles(files: readonly { path: string; ms: number }[]): string[] {
  return files
    .filter(({ ms }) => ms >= WORTH_SHOWING_MS)
    .sort((left, right) => right.ms - left.ms)
    .slice(0, SHOWN)
    .map(({ path, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${path}`);
}
