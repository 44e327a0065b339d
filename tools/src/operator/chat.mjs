#!/usr/bin/env node
// `npm run chat`: commands of operators, for a system that `npm start` has installed and built.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const tools = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const built = join(tools, 'dist', 'operator', 'main.js');

// `| head` has read enough.
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1));

if (existsSync(built)) {
  const { main } = await import(built);
  // process.exit would lose output that a pipe has not taken yet.
  process.exitCode = await main(dirname(tools), process.argv.slice(2), process.env);
} else {
  process.stderr.write('This folder is not built yet. Start the system first: npm start\n');
  process.exitCode = 2;
}
