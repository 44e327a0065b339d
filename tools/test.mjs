#!/usr/bin/env node
// `npm test`: node built-ins only up to the hand-over, since nothing may be installed yet.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './bootstrap/build.mjs';
import { checkNode } from './bootstrap/check-node.mjs';
import { installIfNeeded } from './bootstrap/install.mjs';
import { StepError } from './bootstrap/run-step.mjs';

checkNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  await installIfNeeded(root);
  await build(root, ['tools'], 'Building the test runner');
  const { main } = await import('./dist/test-run/main.js');
  process.exitCode = await main(root, process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof StepError || error?.isExpected ? error.message : error?.stack}\n`);
  // The line that is looked for at the end of every run.
  process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 1;
}
