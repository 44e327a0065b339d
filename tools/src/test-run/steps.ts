import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { StepOutput } from './step-output.js';

export interface TestFile {
  path: string;
  /** Duration. */
  ms: number;
  /** Of each failed test the name and the beginning of its error. */
  failures: string[];
}

/** How a step went. */
export interface StepResult {
  isGreen: boolean;
  /** Tests that passed and failed; a step without tests that goes wrong counts as one failure. */
  passed: number;
  failed: number;
  files: TestFile[];
}

/** Arguments of `npm test`. */
export interface StepContext {
  /** Absolute path of the repository. */
  root: string;
  /** Parts of paths by which test files are chosen; empty for all. */
  paths: string[];
  output: StepOutput;
}

/** One of the things that decide whether a commit is good. */
export interface Step {
  name: string;
  /** The headline. */
  title: string;
  run(context: StepContext): Promise<StepResult>;
}

/** Result of a step that is one check and not a number of tests. */
export function checkResult(isGreen: boolean): StepResult {
  return { isGreen, passed: 0, failed: isGreen ? 0 : 1, files: [] };
}

/** The result of two runs as one. */
export const together = (one: StepResult, other: StepResult): StepResult => ({
  isGreen: one.isGreen && other.isGreen,
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  files: [...one.files, ...other.files],
});

/** Runs a command with its output among that of the step, and says whether it ended well. */
export async function runCommand(
  args: string[],
  { root, output }: StepContext,
  env: NodeJS.ProcessEnv = process.env,
): Promise<boolean> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', output.stdout, output.stderr] });
  const [code] = await once(child, 'exit');
  return code === 0;
}

/** Compiles everything, which the whole-system tests run, then checks the tests against the declarations of the compiled sources. */
export const types: Step = {
  name: 'types',
  title: 'Types',
  run: async (context) => {
    if (!(await compile(context))) return checkResult(false);
    for (const program of TEST_PROGRAMS)
      if (!(await runCommand([compilerOf(context), '-p', program], context))) return checkResult(false);
    return checkResult(true);
  },
};

/** Those of the client have the globals of browsers, which no other source may use. */
const TEST_PROGRAMS = ['tsconfig.spec.json', 'apps/web/tsconfig.spec.json'];

/** Brings the compiled code of all projects up to date. */
export const compile = (context: StepContext): Promise<boolean> => runCommand([compilerOf(context), '-b'], context);

/** Brings the bundles up to date as which the services run. */
export const bundleServices = (context: StepContext): Promise<boolean> =>
  runCommand([join(context.root, 'tools/bundle/bundle-services.mjs')], context);

/** Brings the bundle of the web client up to date, which the gateway serves. */
export const buildWebClient = (context: StepContext): Promise<boolean> =>
  runCommand([join(context.root, 'apps/web/scripts/build.mjs')], context);

const compilerOf = ({ root }: StepContext): string => join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** A step that runs one program of the repository. `withPaths`: the program gets the paths of `npm test`. */
const check = (name: string, title: string, program: readonly string[], withPaths = false): Step => ({
  name,
  title,
  run: async (context) => {
    const [file = '', ...args] = program;
    const paths = withPaths ? context.paths : [];
    return checkResult(await runCommand([join(context.root, file), ...args, ...paths], context));
  },
});

const BIOME = 'node_modules/@biomejs/biome/bin/biome';
export const formatAndLint = check('lint', 'Format and lint', [BIOME, 'check', '--error-on-warnings', '.']);
export const boundaries = check('boundaries', 'Module boundaries', ['tools/dist/check-boundaries.js']);
const CHECK_DOCUMENTATION = 'tools/dist/documentation/check-documentation.js';
export const documentation = check('docs', 'Documentation, comments and names of tests', [CHECK_DOCUMENTATION], true);
