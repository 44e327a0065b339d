// Node built-ins only: this runs before anything is built.
import { join } from 'node:path';
import { runStep } from './run-step.mjs';

/**
 * Compiles the given projects and their references; all projects without names. The compiler's build mode takes 0.1 s
 * if nothing has changed, nx 0.7 s, and both check the same types.
 */
export async function build(root, projects = [], title = 'Building') {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  await runStep(title, process.execPath, [tsc, '-b', ...projects], { cwd: root });
}

/** Bundles the compiled services, as which they run, unless the last bundles are from the same sources. */
export async function bundleServices(root) {
  const script = join(root, 'tools', 'bundle', 'bundle-services.mjs');
  await runStep('Bundling the services', process.execPath, [script], { cwd: root });
}

/** Bundles the web client, unless the last bundle is from the same sources. */
export async function buildWebClient(root) {
  const script = join(root, 'apps', 'web', 'scripts', 'build.mjs');
  await runStep('Building the web client', process.execPath, [script], { cwd: root });
}
