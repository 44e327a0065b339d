import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { checkResult, runCommand, type StepContext, type StepResult } from './steps.js';

/** A tier of tests as jest.config.mjs tells them apart. */
export interface JestTier {
  tier: 'unit' | 'service' | 'system';
  env?: Record<string, string>;
  /** Test files at once. */
  workers: number;
  /** Leaves out files with this in their path. */
  except?: string;
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: JestFile[];
}

interface JestFile {
  name: string;
  startTime: number;
  endTime: number;
  status: 'passed' | 'failed';
  /** Of all failed tests, or why the file could not be loaded. */
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
}

/** Workers inherit them. `--experimental-vm-modules` is for isolated files, the others for those that Node loads (tools/jest). */
const JEST_NODE_OPTIONS = [
  '--no-warnings',
  '--enable-source-maps',
  '--conditions=source',
  '--import=./tools/jest/register-hooks.mjs',
  '--experimental-vm-modules',
];

/** Runs the files of one tier with one of `paths` in their path. A run without tests is green. */
export async function runJest(
  { tier, env = {}, workers, except }: JestTier,
  context: StepContext,
): Promise<StepResult> {
  const folder = mkdtempSync(join(tmpdir(), 'chat-jest-'));
  const report = join(folder, 'report.json');
  try {
    const jest = join(context.root, 'node_modules', 'jest', 'bin', 'jest.js');
    const isGreen = await runCommand(
      [
        ...JEST_NODE_OPTIONS,
        jest,
        '--passWithNoTests',
        '--json',
        `--outputFile=${report}`,
        // A connection that a failed test has left open must not hold up the run for ever.
        // After a large reply redis-parser shrinks its buffers on a timer, so jest says of a worker that it failed to exit gracefully.
        '--forceExit',
        ...(except === undefined ? [] : [`--testPathIgnorePatterns=/node_modules/|${except}`]),
        `--maxWorkers=${workers}`,
        ...context.paths,
      ],
      context,
      { ...process.env, ...env, TEST_TIER: tier },
    );
    return readReport(report, isGreen, context.root);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(path: string, isGreen: boolean, root: string): StepResult {
  let report: JestReport;
  try {
    report = JSON.parse(readFileSync(path, 'utf8')) as JestReport;
  } catch {
    // jest ended before it could write: a wrong configuration, or a crash.
    return checkResult(false);
  }
  // A file that cannot even be loaded has no tests to fail, and must not pass for that.
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    isGreen: isGreen && failed === 0,
    passed: report.numPassedTests,
    failed: isGreen ? failed : Math.max(failed, 1),
    files: report.testResults.map((file) => ({
      path: relative(root, file.name),
      ms: file.endTime - file.startTime,
      failures: failuresOf(file),
    })),
  };
}

const ERROR_LENGTH = 300;

export function failuresOf({
  status,
  message,
  assertionResults,
}: Omit<JestFile, 'name' | 'startTime' | 'endTime'>): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') return [beginningOf(message)];
  return failed.map(({ fullName, failureMessages: [error = ''] }) => `${fullName}: ${beginningOf(error)}`);
}

/** The error in one line, without colors and stack. */
function beginningOf(error: string): string {
  const [text = ''] = stripVTControlCharacters(error).split(/\n\s+at /);
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, ERROR_LENGTH);
}
