#!/usr/bin/env node
// `npm run chat -- <command>`: what operators do on a system that `npm start` has installed and built.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const tools = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const built = join(tools, 'dist', 'operator', 'main.js');

if (existsSync(built)) {
  const { main } = await import(built);
  process.exit(await main(dirname(tools), process.argv.slice(2), process.env));
}
process.stderr.write('This folder is not built yet. Start the system first: npm start\n');
process.exit(2);
