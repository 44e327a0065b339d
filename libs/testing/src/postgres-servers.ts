import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { testDatabaseServerUrl } from './test-servers.js';
import { UnexpectedDeath } from './unexpected-death.js';

const run = promisify(execFile);
const READY_WITHIN_MS = 30_000;

/** A PostgreSQL of one test file, without passwords. */
export interface TestPostgresServer {
  readonly port: number;
  /** Address of the superuser. */
  readonly url: string;
  readonly dataFolder: string;
  /** Resolves with an error that names the server if it dies without `kill`, `restart` or `stop`. */
  readonly death: Promise<Error>;
  /** Runs one statement on a connection of its own. */
  query<Row extends object>(sql: string): Promise<Row[]>;
  /** Changes a setting of the running server. */
  set(name: string, value: string): Promise<void>;
  /** Sends a signal (default: SIGKILL) to all processes of the server: a killed parent alone leaves sessions for a moment. */
  kill(signal?: NodeJS.Signals): void;
  /** Kills it, unless it is dead, and starts it again, unless it was stopped. Resolves when it replies. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  /** The new server is a standby of this one, under the name `standby`. */
  readonly standbyOf?: TestPostgresServer;
  /** Folder with `certificate.pem` and `key.pem`. */
  readonly tls?: string;
  /** Address of the server that names the programs; default: the test server. */
  readonly like?: string;
}

/**
 * Starts a PostgreSQL with further settings such as `max_connections=20`, by the program of the test server. Rejects, and leaves nothing,
 * if the program ends.
 */
export async function startPostgresServer(
  settings: readonly string[] = [],
  options: Options = {},
): Promise<TestPostgresServer> {
  const found = await program(options.like);
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  chmodSync(folder, 0o711);
  try {
    return await startIn(folder, settings, found, options);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function startIn(
  folder: string,
  settings: readonly string[],
  { binaries, account }: Program,
  { standbyOf, tls }: Options,
): Promise<TestPostgresServer> {
  const data = join(folder, 'data');
  if (standbyOf === undefined) {
    mkdirSync(data, { mode: 0o700 });
    chownSync(data, account.uid, account.gid);
    const options = [
      '--username=postgres',
      '--auth=trust',
      '--no-sync',
      '--wal-segsize=4',
      '--locale=C',
      '--encoding=UTF8',
    ];
    await run(join(binaries, 'initdb'), [`--pgdata=${data}`, ...options], { ...account, cwd: '/', env: ENVIRONMENT });
  } else {
    await copyRunning(standbyOf, data);
  }
  if (tls !== undefined) copyCertificate(tls, data, account);
  const port = await freePort();
  const lines = [
    ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'wal_keep_size=64MB'],
    ...(standbyOf
      ? [`primary_conninfo=host=127.0.0.1 port=${standbyOf.port} user=postgres application_name=standby`]
      : []),
    ...(tls ? ['ssl=on', 'ssl_cert_file=certificate.pem', 'ssl_key_file=key.pem'] : []),
    ...settings,
  ];
  const args = ['-D', data, '-p', String(port), ...lines.flatMap((line) => ['-c', line])];
  const launch = () =>
    spawn(join(binaries, 'postgres'), args, { ...account, cwd: data, env: ENVIRONMENT, stdio: 'ignore' });
  const server = new Running(launch, port, folder);
  try {
    await server.untilReady();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

const ENVIRONMENT = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

class Running implements TestPostgresServer {
  readonly url: string;
  readonly dataFolder: string;
  readonly death: Promise<Error>;
  private readonly unexpected: UnexpectedDeath;
  private child: ChildProcess;
  private gone: Promise<unknown>;
  private isStopped = false;

  constructor(
    private readonly launch: () => ChildProcess,
    readonly port: number,
    private readonly folder: string,
  ) {
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    this.dataFolder = join(folder, 'data');
    this.unexpected = new UnexpectedDeath(`PostgreSQL on port ${port}`);
    this.death = this.unexpected.error;
    this.child = launch();
    this.gone = exitOf(this.child);
    this.unexpected.watch(this.child);
  }

  async untilReady(): Promise<void> {
    const isReady = async () => this.hasEnded || this.query('SELECT 1');
    await eventually(isReady, { withinMs: READY_WITHIN_MS, what: 'PostgreSQL' });
    if (this.hasEnded) throw new Error(`PostgreSQL on port ${this.port} ended before it replied.`);
  }

  query<Row extends object>(sql: string): Promise<Row[]> {
    return query<Row>(this.url, sql);
  }

  async set(name: string, value: string): Promise<void> {
    await this.query(`ALTER SYSTEM SET ${name} = '${value}'`);
    await this.query('SELECT pg_reload_conf()');
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    const parent = this.child.pid as number;
    const children = childrenOf(parent);
    this.unexpected.expect(this.child);
    process.kill(parent, signal);
    for (const child of children) killIfAlive(child, signal);
  }

  async restart(): Promise<void> {
    if (!this.hasEnded) this.kill();
    await this.gone;
    if (this.isStopped) throw new Error('The PostgreSQL was stopped.');
    this.child = this.launch();
    this.gone = exitOf(this.child);
    this.unexpected.watch(this.child);
    await this.untilReady();
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.unexpected.expect(this.child);
    this.child.kill('SIGQUIT');
    // Processes that SIGSTOP has stopped end only when they continue.
    for (const pid of childrenOf(this.child.pid as number)) killIfAlive(pid, 'SIGCONT');
    this.child.kill('SIGCONT');
    await this.gone;
    // Processes of a killed server may still end.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const exitOf = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once('exit', resolve));

function killIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process ended in between.
  }
}

/** Process ids of the children; none on a system without `/proc`. */
function childrenOf(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  return existsSync(list) ? readFileSync(list, 'utf8').trim().split(' ').filter(Boolean).map(Number) : [];
}

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The programs of a server, and the account under which it runs. */
interface Program {
  readonly binaries: string;
  readonly account: { uid: number; gid: number };
}

async function program(like = testDatabaseServerUrl()): Promise<Program> {
  const sql =
    "SELECT setting AS binaries, current_setting('data_directory') AS data FROM pg_config WHERE name = 'BINDIR'";
  const [row] = await query<{ binaries: string; data: string }>(like, sql);
  const { binaries, data } = row as { binaries: string; data: string };
  const { uid, gid } = statSync(data);
  return { binaries, account: { uid, gid } };
}

/** Makes a standby's data folder of a running server's, as `pg_basebackup` does, which the packages of the tests lack. */
async function copyRunning(server: TestPostgresServer, data: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('standby', true)");
    await run('cp', ['-a', server.dataFolder, data]);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, name), { force: true });
    writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
    writeFileSync(join(data, 'standby.signal'), '');
    const { uid, gid } = statSync(data);
    for (const name of ['backup_label', 'standby.signal']) chownSync(join(data, name), uid, gid);
  } finally {
    await client.end();
  }
}

function copyCertificate(from: string, data: string, { uid, gid }: { uid: number; gid: number }): void {
  for (const name of ['certificate.pem', 'key.pem']) {
    copyFileSync(join(from, name), join(data, name));
    chownSync(join(data, name), uid, gid);
    chmodSync(join(data, name), 0o600);
  }
}
