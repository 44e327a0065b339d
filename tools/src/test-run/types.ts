import { join } from 'node:path';
import { runCommand } from './run-command.js';
import { checkResult, type Step } from './step.js';

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
