#!/usr/bin/env node
// `npm start`: node built-ins only up to the hand-over, since nothing may be installed yet.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, buildWebClient, bundleServices } from './bootstrap/build.mjs';
import { checkNode } from './bootstrap/check-node.mjs';
import { LockedError, lockFolder } from './bootstrap/folder-lock.mjs';
import { installIfNeeded } from './bootstrap/install.mjs';
import { StepError } from './bootstrap/run-step.mjs';
import { parseStartOptions, USAGE, UsageError } from './bootstrap/start-options.mjs';

checkNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  const options = parseStartOptions(process.argv.slice(2), process.env);
  if (options.help) {
    process.stdout.write(`${USAGE}\n`);
  } else {
    const unlock = lockFolder(join(root, '.local', 'run', 'launcher.lock'));
    process.on('exit', unlock);
    await installIfNeeded(root);
    await build(root);
    await bundleServices(root);
    await buildWebClient(root);
    const { main } = await import('./dist/cli/main.js');
    await main(root, options, process.env);
  }
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

function explain(error) {
  if (error instanceof LockedError) {
    return `This folder's system is running already (process ${error.pid}). Stop it with Ctrl-C there, or: kill ${error.pid}`;
  }
  // A failure that is the surroundings' and not the program's carries its whole explanation in the message.
  return error instanceof UsageError || error instanceof StepError || error?.isExpected ? error.message : error?.stack;
}
