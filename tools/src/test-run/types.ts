import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { captureCommand, runCommand } from './run-command.js';
import { checkResult, type Step } from './step.js';

/** The compiler uses several threads itself; more of them than this at once only get in each other's way. */
const MAX_AT_ONCE = Math.max(1, Math.min(4, availableParallelism()));

/** Compiles everything, which the whole-system tests run, then checks each project together with its tests. */
export const types: Step = {
  name: 'types',
  title: 'Types',
  run: async ({ root }) => {
    if (!(await compile(root))) return checkResult(false);
    const waiting = specProjects(root);
    let isGreen = true;
    const work = async () => {
      for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
        const result = await captureCommand([compilerOf(root), '-p', project], root);
        if (result.isGreen) continue;
        isGreen = false;
        process.stdout.write(`${project}:\n${result.output}`);
      }
    };
    await Promise.all(Array.from({ length: MAX_AT_ONCE }, work));
    return checkResult(isGreen);
  },
};

/** Brings the compiled code of all projects up to date. */
export function compile(root: string): Promise<boolean> {
  return runCommand([compilerOf(root), '-b'], root);
}

function compilerOf(root: string): string {
  return join(root, 'node_modules', 'typescript', 'bin', 'tsc');
}

function specProjects(root: string): string[] {
  const folders = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  );
  return [...folders, 'tools', 'bench']
    .map((folder) => join(folder, 'tsconfig.spec.json'))
    .filter((path) => existsSync(join(root, path)));
}
