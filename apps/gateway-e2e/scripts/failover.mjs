#!/usr/bin/env node
// `npm run failover`: node built-ins only up to the hand-over, since nothing may be installed yet.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, bundleServices } from '../../../tools/bootstrap/build.mjs';
import { checkNode } from '../../../tools/bootstrap/check-node.mjs';
import { installIfNeeded } from '../../../tools/bootstrap/install.mjs';
import { SERVICES } from '../../../tools/bootstrap/services.mjs';

checkNode();
const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
await installIfNeeded(root);
await build(
  root,
  ['gateway-e2e', ...SERVICES].map((app) => join('apps', app)),
);
await bundleServices(root);
await import('../dist/failover/main.js');
