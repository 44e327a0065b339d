import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Folder of root for data that another account must reach, if the checkout lies in a folder that is closed to others.
 */
export const SHARED_FOLDER = '/var/lib/chat-launcher';
/** In a folder that could not be used: names the one that stands for it, so that `npm run reset` finds it. */
const POINTER = 'elsewhere';

/**
 * The given folder, made so that `account` can pass through it; or, when something above it is closed to that
 * account, a folder elsewhere that stands for it (the same one each time).
 */
export function reachableFolder(folder: string, account: ServerAccount | undefined): string {
  mkdirSync(folder, { recursive: true, mode: account === undefined ? 0o700 : 0o711 });
  if (account === undefined) return folder;
  chmodSync(folder, 0o711);
  if (canEnter(account, folder)) return folder;
  const elsewhere = join(SHARED_FOLDER, createHash('sha256').update(folder).digest('hex').slice(0, 16));
  mkdirSync(elsewhere, { recursive: true, mode: 0o711 });
  writeFileSync(join(folder, POINTER), elsewhere);
  return elsewhere;
}

/** A new folder for throw-away data that a server's account can pass through but others cannot list. */
export function makeTemporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o711);
  return folder;
}

/** The user and group that a server runs as. */
export interface ServerAccount {
  uid: number;
  gid: number;
}

/**
 * The account for PostgreSQL, which refuses to run as root. Undefined, the own account, for other users; for root the
 * user postgres, or else the user `nobody`. No account is created: the system stays unchanged.
 */
export function postgresAccount(): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const account = lookUp('postgres') ?? lookUp('nobody');
  if (account === undefined) {
    throw new Error('PostgreSQL cannot run as root, and this system has neither a user postgres nor a user nobody.');
  }
  return account;
}

function lookUp(name: string): ServerAccount | undefined {
  const [uid, gid] = ['-u', '-g'].map((option) =>
    Number.parseInt(spawnSync('id', [option, name]).stdout?.toString(), 10),
  );
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid: uid!, gid: gid! } : undefined;
}

/** Whether the account can enter the folder; true for the own account. */
export function canEnter(account: ServerAccount | undefined, folder: string): boolean {
  if (account === undefined) return true;
  return spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], { ...account, cwd: '/' }).status === 0;
}
