import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** How a step went. */
export interface StepResult {
  isGreen: boolean;
  /** Tests that passed and failed; a step without tests that goes wrong counts as one failure. */
  passed: number;
  failed: number;
  /** Test files with their durations, in ms. */
  files: { path: string; ms: number }[];
}

/** Arguments of `npm test`. */
export interface StepContext {
  /** Absolute path of the repository. */
  root: string;
  /** Parts of paths by which test files are chosen; empty for all. */
  paths: string[];
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

/** Runs a command with its output on this terminal, and says whether it ended well. */
export function runCommand(args: string[], cwd: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** The same with captured output, for commands that run side by side. */
export function captureCommand(args: string[], cwd: string): Promise<{ isGreen: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ isGreen: code === 0, output }));
  });
}

/** Compiles everything, which the whole-system tests run, then checks all sources together with the tests as one program. */
export const types: Step = {
  name: 'types',
  title: 'Types',
  run: async ({ root }) => {
    if (!(await compile(root))) return checkResult(false);
    return checkResult(await runCommand([compilerOf(root), '-p', 'tsconfig.spec.json'], root));
  },
};

/** Brings the compiled code of all projects up to date. */
export function compile(root: string): Promise<boolean> {
  return runCommand([compilerOf(root), '-b'], root);
}

function compilerOf(root: string): string {
  return join(root, 'node_modules', 'typescript', 'bin', 'tsc');
}

export const formatAndLint: Step = {
  name: 'lint',
  title: 'Format and lint',
  run: async ({ root }) => {
    const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
    return checkResult(await runCommand([biome, 'check', '--error-on-warnings', '.'], root));
  },
};

export const boundaries: Step = {
  name: 'boundaries',
  title: 'Module boundaries',
  run: async ({ root }) => checkResult(await runCommand([join(root, 'tools', 'dist', 'check-boundaries.js')], root)),
};

export const documentation: Step = {
  name: 'docs',
  title: 'Documentation, comments and names of tests',
  run: async ({ root, paths }) => {
    const check = join(root, 'tools', 'dist', 'documentation', 'check-documentation.js');
    return checkResult(await runCommand([check, ...paths], root));
  },
};
