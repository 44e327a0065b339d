import { spawnSync } from 'node:child_process';

/** The user and group that a server runs as. */
export interface ServerAccount {
  uid: number;
  gid: number;
}

/**
 * The account for PostgreSQL, which refuses to run as root: undefined (one's own) for everybody else; for root
 * the user postgres, or nobody where there is none. No account is made: the system stays as it is.
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

/** Whether the account can enter the folder; true for one's own account. */
export function canEnter(account: ServerAccount | undefined, folder: string): boolean {
  if (account === undefined) return true;
  return spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], { ...account, cwd: '/' }).status === 0;
}
