import type { StepResult, TestFile } from './steps.js';

export interface FinishedStep {
  readonly result: StepResult;
  /** Name, color, duration and counts. */
  readonly line: string;
}

/** The end of the output of `npm test`. It names the failed tests, which may stand far above. */
export function summaryOf(finished: readonly FinishedStep[], steps: number, totalMs: number): string {
  const results = finished.map(({ result }) => result);
  const files = results.flatMap((result) => result.files);
  const lines = [
    ...section('Failed tests:', failedTests(files)),
    ...section('Slowest test files:', slowestFiles(files)),
    ...section('Steps:', [
      ...finished.map(({ line }) => line),
      ...(finished.length < steps ? [`${steps - finished.length} not run after the red one`] : []),
    ]),
    `Total: ${seconds(totalMs)}`,
    `${sum(results.map(({ passed }) => passed))} passed, ${sum(results.map(({ failed }) => failed))} failed`,
  ];
  return `${lines.join('\n')}\n`;
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];

const failedTests = (files: readonly TestFile[]): string[] =>
  files.flatMap(({ path, failures }) => failures.map((failure) => `${path}: ${failure}`));

const SHOWN = 8;
/** Faster files are not worth a look. */
const WORTH_SHOWING_MS = 1_000;

/** The slowest test files as lines of duration and path, slowest first. */
function slowestFiles(files: readonly TestFile[]): string[] {
  return files
    .filter(({ ms }) => ms >= WORTH_SHOWING_MS)
    .sort((left, right) => right.ms - left.ms)
    .slice(0, SHOWN)
    .map(({ path, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${path}`);
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
