import { join } from 'node:path';
import { runCommand } from './run-command.js';
import { checkResult, type Step } from './step.js';

export const documentation: Step = {
  name: 'docs',
  title: 'Documentation, comments and names of tests',
  run: async ({ root, paths }) => {
    const check = join(root, 'tools', 'dist', 'documentation', 'check-documentation.js');
    return checkResult(await runCommand([check, ...paths], root));
  },
};
