import { join } from 'node:path';
import { runCommand } from './run-command.js';
import { checkResult, type Step } from './step.js';

export const boundaries: Step = {
  name: 'boundaries',
  title: 'Module boundaries',
  run: async ({ root }) => checkResult(await runCommand([join(root, 'tools', 'dist', 'check-boundaries.js')], root)),
};
