#!/usr/bin/env node
// `npm run docs`: builds the documentation site in docs/.vitepress/dist. With --check: also checks links, orphans and prose.
// With --serve: serves the site and rebuilds a page when it changes.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './bootstrap/build.mjs';
import { checkNode } from './bootstrap/check-node.mjs';
import { installIfNeeded } from './bootstrap/install.mjs';

const OPTIONS = ['--check', '--serve'];
const root = fileURLToPath(new URL('..', import.meta.url));
const docs = join(root, 'docs');
const options = process.argv.slice(2);

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const unknown = options.find((option) => !OPTIONS.includes(option));
if (unknown !== undefined) {
  process.stderr.write(`${unknown} is not an option of npm run docs. Options: ${OPTIONS.join(', ')}\n`);
  process.exit(1);
}
checkNode();
if (options.includes('--check')) {
  await installIfNeeded(root);
  await build(root, ['tools'], 'Building the check');
  run(process.execPath, [join(root, 'tools/dist/documentation/check-documentation.js')], root);
}
if (!existsSync(join(docs, 'node_modules/vitepress'))) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  run('npx', ['--yes', packageManager, 'install', '--frozen-lockfile'], docs);
}
const vitepress = join(docs, 'node_modules/vitepress/bin/vitepress.js');
run(process.execPath, [vitepress, options.includes('--serve') ? 'dev' : 'build', docs], root);
