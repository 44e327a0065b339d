import { join } from 'node:path';
import { runCommand } from './run-command.js';
import { checkResult, type Step } from './step.js';

export const formatAndLint: Step = {
  name: 'lint',
  title: 'Format and lint',
  run: async ({ root }) => {
    const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
    return checkResult(await runCommand([biome, 'check', '--error-on-warnings', '.'], root));
  },
};
