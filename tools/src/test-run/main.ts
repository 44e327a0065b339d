import { audit } from './audit/audit.js';
import { boundaries } from './boundaries.js';
import { chooseSteps } from './choose-steps.js';
import { formatAndLint } from './format-and-lint.js';
import { slowestFiles } from './slowest-files.js';
import type { Step, StepResult } from './step.js';
import { serviceTests, systemTests, unitTests } from './tiers.js';
import { types } from './types.js';

/** In the order in which they are run: what is quick and fails often comes first. */
const STEPS: readonly Step[] = [formatAndLint, types, boundaries, audit, unitTests, serviceTests, systemTests];

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

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
