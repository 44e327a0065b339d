import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '../servers/server.js';
import { audit } from './audit/audit.js';
import { newerServerTests } from './newer-servers.js';
import { LaterOutput, type StepOutput, TERMINAL } from './step-output.js';
import {
  boundaries,
  documentation,
  formatAndLint,
  type Step,
  type StepContext,
  type StepResult,
  types,
} from './steps.js';
import { type FinishedStep, seconds, summaryOf } from './summary.js';
import { serviceTests, systemTests, unitTests } from './tiers.js';

/**
 * In order of execution: quick steps that often fail come first. The steps of one list run next to each other: each of them leaves a
 * core idle, or waits for the network or for servers.
 */
const STAGES: readonly (readonly Step[])[] = [
  [formatAndLint, types],
  [boundaries, documentation, audit],
  [unitTests, newerServerTests],
  [serviceTests],
  [systemTests],
];
export const STEPS = STAGES.flat();

/**
 * `npm test`: runs the steps up to the first red one, and ends with the line `N passed, N failed` over all tests.
 * `args` may name steps, and after them parts of paths. Returns the exit code.
 */
export async function main(root: string, args: string[]): Promise<number> {
  const { steps, paths } = chooseSteps(STEPS, args);
  const stages = STAGES.map((stage) => stage.filter((step) => steps.includes(step)));
  const numbered = (step: Step, index: number, { length }: readonly Step[]): Step => {
    const others = index === 0 && length > 1 ? `, together with the next ${length - 1}` : '';
    return { ...step, title: `${steps.indexOf(step) + 1}/${steps.length} ${step.title}${others}` };
  };
  const startedAtMs = Date.now();
  const finished: FinishedStep[] = [];
  for (const stage of stages.filter(({ length }) => length > 0)) {
    finished.push(...(await runStage(stage.map(numbered), { root, paths })));
    if (finished.some(({ result }) => !result.isGreen)) break;
  }
  process.stdout.write(summaryOf(finished, steps.length, Date.now() - startedAtMs));
  requireTests({ root, steps, paths, results: finished.map(({ result }) => result) });
  return finished.every(({ result }) => result.isGreen) ? 0 : 1;
}

const TIERS: ReadonlySet<string> = new Set([unitTests, serviceTests, systemTests].map(({ name }) => name));

/**
 * Refuses paths that no test file of the steps has: a misspelt path must not look like a green test. A project without tests of a tier is
 * green.
 */
export function requireTests({
  root,
  steps,
  paths,
  results,
}: Pick<StepContext, 'root' | 'paths'> & {
  readonly steps: readonly Step[];
  readonly results: readonly Pick<StepResult, 'isGreen' | 'files'>[];
}): void {
  const chosen = steps.map(({ name }) => name).filter((name) => TIERS.has(name));
  const unknown = paths.filter((path) => !existsSync(join(root, path)));
  if (unknown.length === 0 || chosen.length === 0) return;
  if (results.some(({ isGreen, files }) => !isGreen || files.length > 0)) return;
  throw new StartFailure(
    `No test file of ${chosen.join(', ')} has "${unknown.join('" or "')}" in its path. Check the path.`,
  );
}

/** Runs the steps at once. The output of the first one appears as it comes, that of the others as a whole after the end of all. */
export async function runStage(
  steps: readonly Step[],
  context: Omit<StepContext, 'output'>,
  terminal: StepOutput = TERMINAL,
): Promise<FinishedStep[]> {
  const later = steps.slice(1).map(() => new LaterOutput());
  const running = steps.map((step, index) => runStep(step, { ...context, output: later[index - 1] ?? terminal }));
  await Promise.allSettled(running);
  for (const output of later) terminal.print(output.take());
  return Promise.all(running);
}

async function runStep(step: Step, context: StepContext): Promise<FinishedStep> {
  context.output.print(`\n=== ${step.title}\n`);
  const startedAtMs = Date.now();
  const result = await step.run(context);
  const { passed, failed, isGreen } = result;
  const counts = passed + failed > 1 ? `, ${passed} passed, ${failed} failed` : '';
  const line = `${step.name}: ${isGreen ? 'green' : 'RED'} in ${seconds(Date.now() - startedAtMs)}${counts}`;
  context.output.print(`--- ${line}\n`);
  return { result, line };
}

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
  const isChosen = ({ name }: Step) =>
    names.length > 0 ? names.includes(name) : paths.length === 0 || TIERS.has(name);
  return { steps: all.filter(isChosen), paths };
}
