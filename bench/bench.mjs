#!/usr/bin/env node
// `npm run bench`: node built-ins only up to the hand-over, since nothing may be installed yet.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, buildWebClient, bundleServices } from '../tools/bootstrap/build.mjs';
import { checkNode } from '../tools/bootstrap/check-node.mjs';
import { installIfNeeded } from '../tools/bootstrap/install.mjs';
import { SERVICES } from '../tools/bootstrap/services.mjs';

checkNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
await installIfNeeded(root);
await build(root, ['bench', ...SERVICES.map((app) => join('apps', app))]);
await bundleServices(root);
await buildWebClient(root);
await import('./dist/main.js');
