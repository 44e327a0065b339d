// Node built-ins only: this runs before anything is built.
import { join } from 'node:path';
import { runStep } from './run-step.mjs';

/**
 * Compiles the given projects and what they refer to; everything when none is named.
 * The compiler's own build mode, not nx: nothing to do costs 0.1 s instead of 0.7 s, and it checks the same types.
 */
export async function build(root, projects = [], title = 'Building') {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  await runStep(title, process.execPath, [tsc, '-b', ...projects], { cwd: root });
}
