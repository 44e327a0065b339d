#!/usr/bin/env node
// `npm run chat -- <command>`: what operators do on a system that `npm start` has installed and built.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const tools = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const built = join(tools, 'dist', 'operator', 'main.js');

// `| head` has read enough.
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1));

if (existsSync(built)) {
  const { main } = await import(built);
  // Not process.exit: what a pipe has not taken yet would be lost.
  process.exitCode = await main(dirname(tools), process.argv.slice(2), process.env);
} else {
  process.stderr.write('This folder is not built yet. Start the system first: npm start\n');
  process.exitCode = 2;
}
