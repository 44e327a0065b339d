#!/usr/bin/env node
// `npm run reset`: deletes the data of this folder's system (.local) after asking, or at once with --yes.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { LockedError, lockFolder } from './bootstrap/folder-lock.mjs';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), '.local');
/** Where PostgreSQL's data lies when root started it in a folder closed to others (src/servers/reachable-folder.ts). */
const POINTER = join(folder, 'postgres', 'elsewhere');
const SHARED_FOLDER = '/var/lib/chat-launcher/';

async function isConfirmed() {
  if (process.argv.includes('--yes')) return true;
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(`Delete ${folder} with all messages and accounts? Type yes: `);
  prompt.close();
  return answer.trim() === 'yes';
}

if (!existsSync(folder)) {
  process.stdout.write('There is nothing to delete.\n');
} else {
  try {
    lockFolder(join(folder, 'run', 'launcher.lock'));
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    process.stderr.write(`The system is running (process ${error.pid}). Stop it first: kill ${error.pid}\n`);
    process.exit(1);
  }
  if (await isConfirmed()) {
    const elsewhere = existsSync(POINTER) ? readFileSync(POINTER, 'utf8') : '';
    if (elsewhere.startsWith(SHARED_FOLDER)) rmSync(elsewhere, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
    process.stdout.write('Deleted.\n');
  } else {
    rmSync(join(folder, 'run', 'launcher.lock'), { force: true });
    process.stdout.write('Nothing was deleted.\n');
  }
}
