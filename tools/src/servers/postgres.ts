import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { bootIdentity } from '../../bootstrap/process-identity.mjs';
import { freePort } from './free-port.js';
import { spawnServer } from './guard.js';
import { findPostgres, type PostgresBinaries } from './postgres-binaries.js';
import { INITDB_SETTINGS, postgresSettings, TEST_INITDB_SETTINGS } from './postgres-settings.js';
import { postgresAccount, reachableFolder, type ServerAccount } from './reachable-folder.js';
import { type Server, type ServerOptions, socketPath } from './server.js';

const run = promisify(execFile);
/** The database and role that the services use; the role owns the database and is no superuser. */
const DATABASE = 'chat';
const ROLE = 'chat';
const SUPERUSER = 'postgres';
const CONNECT_TIMEOUT_MS = 2_000;
const PASSWORDS = 'passwords.json';
const environment = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

/**
 * A private PostgreSQL. `url` is for the role of the services; `adminUrl` for the superuser, for tests that create
 * databases.
 */
export interface PostgresServer extends Server {
  readonly adminUrl: string;
}

export interface PostgresOptions extends ServerOptions {
  /** Further settings, as `name=value`; they replace those of the launcher. */
  readonly settings?: readonly string[];
  /** Folder of another private PostgreSQL, which is stopped: the new one begins with its data and passwords. */
  readonly copyOf?: string | undefined;
}

/**
 * Prepares a private PostgreSQL with its data in `folder` (created at the first call), ready to be spawned. It listens
 * only on 127.0.0.1, on a free port, with passwords stored in `folder`. Starts nothing but initdb.
 */
export async function preparePostgres(options: PostgresOptions): Promise<PostgresServer> {
  const account = postgresAccount();
  const binaries = findPostgres(account);
  const folder = reachableFolder(options.folder, account);
  const data = join(folder, 'data');
  if (options.copyOf !== undefined && !existsSync(data)) await copy(options.copyOf, options.folder, data, account);
  const passwords = readPasswords(options.folder);
  if (!existsSync(data)) await initialize(binaries, folder, data, passwords.superuser, account, options.isDurable);
  const port = options.port ?? (await freePort());
  const urlOf = (user: string, password: string, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  const adminUrl = urlOf(SUPERUSER, passwords.superuser, 'postgres');
  // In the folder of the data, which others may not enter.
  const hasSocket = socketPath(join(data, `.s.PGSQL.${port}`)) !== undefined;

  return {
    service: 'postgres',
    instance: 0,
    url: urlOf(ROLE, passwords.role, DATABASE),
    ...(hasSocket && { socketUrl: `${urlOf(ROLE, passwords.role, DATABASE)}?host=${encodeURIComponent(data)}` }),
    adminUrl,
    port,
    // SIGINT is PostgreSQL's "fast" stop: it ends sessions and writes everything out. SIGTERM would wait for clients.
    stopSignal: 'SIGINT',
    spawn: () => {
      forgetLockOfEarlierBoot(folder, data);
      const own = postgresSettings(options.isDurable, hasSocket ? data : undefined);
      const settings = [...own, ...(options.settings ?? [])];
      const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
      return spawnServer(binaries.postgres, args, 'INT', { ...account, cwd: folder, env: environment() });
    },
    isReady: () => isReady(adminUrl),
    provision: () => createDatabase(adminUrl, passwords.role),
    discard: () => {
      rmSync(folder, { recursive: true, force: true });
      rmSync(options.folder, { recursive: true, force: true });
    },
  };
}

async function copy(from: string, to: string, data: string, account: ServerAccount | undefined): Promise<void> {
  copyFileSync(join(from, PASSWORDS), join(to, PASSWORDS));
  const partial = `${data}.${process.pid}`;
  // The copy belongs to the account of the server, too.
  await run('cp', ['-a', join(reachableFolder(from, account), 'data'), partial]);
  renameSync(partial, data);
}

interface Passwords {
  superuser: string;
  role: string;
}

function readPasswords(folder: string): Passwords {
  const path = join(folder, PASSWORDS);
  if (!existsSync(path)) {
    const generate = () => randomBytes(24).toString('hex');
    writeFileSync(path, JSON.stringify({ superuser: generate(), role: generate() }), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(path, 'utf8')) as Passwords;
}

async function initialize(
  binaries: PostgresBinaries,
  folder: string,
  data: string,
  password: string,
  account: ServerAccount | undefined,
  isDurable: boolean,
): Promise<void> {
  const partial = join(folder, `data.${process.pid}`);
  const passwordFile = join(folder, `initdb-password.${process.pid}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  try {
    if (account !== undefined) {
      chownSync(passwordFile, account.uid, account.gid);
      mkdirSync(partial, { mode: 0o700 });
      chownSync(partial, account.uid, account.gid);
    }
    await run(
      binaries.initdb,
      [
        `--pgdata=${partial}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        ...INITDB_SETTINGS,
        ...(isDurable ? [] : TEST_INITDB_SETTINGS),
      ],
      { ...account, cwd: '/', env: environment() },
    );
    // Only a complete data folder gets the name that the next start looks for.
    renameSync(partial, data);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/**
 * PostgreSQL refuses to start if the pid in its lock file is in use. After a reboot, or in a restarted container, that
 * pid may belong to any process. No process of an earlier boot is alive, so its lock file is void.
 */
function forgetLockOfEarlierBoot(folder: string, data: string): void {
  const path = join(folder, 'boot');
  const boot = bootIdentity();
  const lastBoot = existsSync(path) ? readFileSync(path, 'utf8') : boot;
  if (boot !== lastBoot) rmSync(join(data, 'postmaster.pid'), { force: true });
  writeFileSync(path, boot);
}

async function isReady(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function createDatabase(adminUrl: string, rolePassword: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount !== 0) return;
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [ROLE]);
    if (role.rowCount === 0) {
      await client.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD ${client.escapeLiteral(rolePassword)}`);
    }
    await client.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
  } finally {
    await client.end();
  }
}
