import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import { findUnpacked } from '@chat/debian-packages';
import { Redis } from 'ioredis';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { endWhole, startWhole } from './start-whole.js';
import { testRedisServerUrl } from './test-servers.js';
import { UnexpectedDeath } from './unexpected-death.js';

/** A Redis, or a Sentinel, of one test file. */
export interface TestRedisServer {
  readonly port: number;
  /** Without a password; `rediss://` with TLS. */
  readonly url: string;
  /** Folder of its data. */
  readonly folder: string;
  /** For looking inside. */
  readonly redis: Redis;
  /** Resolves with an error that names the server if it dies without `kill`, `restart` or `stop`. */
  readonly death: Promise<Error>;
  kill(signal: NodeJS.Signals): void;
  /** Kills it, calls `change`, which may change its data, and starts it again, unless it was stopped. Resolves when it replies. */
  restart(change?: () => void): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  readonly kind?: 'server' | 'sentinel';
  /** Folder with `certificate.pem` and `key.pem`. The server then speaks TLS only. */
  readonly tls?: string | undefined;
  /** Certificate that signed those of its clients; default: its own. */
  readonly authority?: string | undefined;
  /** Address of a running Redis, for its program; default: the test server. */
  readonly like?: string | undefined;
  readonly extraEnv?: NodeJS.ProcessEnv;
}

/** Lines of the log of a server that does not start that an error shows. */
const SHOWN_LINES = 20;

/**
 * Starts a Redis with further lines of configuration, by the program of the server at `like`; `kind` makes it a Sentinel. Rejects, and
 * leaves nothing, if the program ends.
 */
export async function startRedisServer(
  lines: readonly string[] = [],
  { kind = 'server', tls, authority, like, extraEnv }: Options = {},
): Promise<TestRedisServer> {
  const { file, env } = await program(like);
  const folder = mkdtempSync(join(tmpdir(), `redis-${kind}-`));
  const port = await freePort();
  const config = join(folder, 'redis.conf');
  const ports = tls === undefined ? [`port ${port}`] : ['port 0', `tls-port ${port}`, ...linesOfTls(tls, authority)];
  const common = ['bind 127.0.0.1', 'protected-mode no', `dir ${folder}`, 'logfile redis.log'];
  const own = kind === 'server' ? ['save ""', 'appendonly no', 'repl-diskless-sync-delay 0'] : [];
  writeFileSync(config, `${[...common, ...ports, ...own, ...lines].join('\n')}\n`);
  const death = new UnexpectedDeath(`${kind === 'sentinel' ? 'The Sentinel' : 'Redis'} on port ${port}`);
  const launch = () => {
    const child = spawn(file, [config, ...(kind === 'sentinel' ? ['--sentinel'] : [])], {
      env: { ...env, ...extraEnv },
      stdio: 'ignore',
    });
    death.watch(child);
    return { child, gone: exitOf(child) };
  };
  let running = launch();
  const kill = (signal: NodeJS.Signals) => {
    death.expect(running.child);
    running.child.kill(signal);
  };
  const end = () => {
    kill('SIGKILL');
    return running.gone;
  };
  const password = lines.find((line) => line.startsWith('requirepass '))?.split(' ')[1];
  const options = { ...(password && { password }), ...(tls && { tls: clientOfTls(tls) }) };
  const redis = new Redis({ port, ...options, retryStrategy: () => 100, lazyConnect: true });
  redis.on('error', () => {});
  let isStopped = false;
  const stop = async () => {
    isStopped = true;
    redis.disconnect();
    await end();
    rmSync(folder, { recursive: true, force: true });
  };
  redis.connect().catch(() => {});
  await untilReady(redis, running.child, join(folder, 'redis.log')).catch(async (error) => {
    await stop();
    throw error;
  });
  return {
    port,
    url: `redis${tls ? 's' : ''}://127.0.0.1:${port}`,
    folder,
    redis,
    death: death.error,
    kill,
    restart: async (change) => {
      await end();
      if (isStopped) throw new Error('The Redis was stopped.');
      change?.();
      running = launch();
      await eventually(async () => redis.status === 'ready' && (await redis.ping()) === 'PONG');
    },
    stop,
  };
}

const certificateOf = (folder: string): string => join(folder, 'certificate.pem');
const keyOf = (folder: string): string => join(folder, 'key.pem');

/** Replication, and the connections of Sentinels, use TLS, too. */
const linesOfTls = (folder: string, authority = certificateOf(folder)): string[] => [
  `tls-cert-file ${certificateOf(folder)}`,
  `tls-key-file ${keyOf(folder)}`,
  `tls-ca-cert-file ${authority}`,
  'tls-replication yes',
];

const clientOfTls = (folder: string): ConnectionOptions => ({
  cert: readFileSync(certificateOf(folder)),
  key: readFileSync(keyOf(folder)),
  rejectUnauthorized: false,
});

const exitOf = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once('exit', resolve));
const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function untilReady(redis: Redis, child: ChildProcess, log: string): Promise<void> {
  await eventually(() => hasEnded(child) || redis.status === 'ready', { what: 'Redis' });
  if (!hasEnded(child)) return;
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-SHOWN_LINES) : [];
  throw new Error([`${child.spawnfile} ended before it replied.`, ...lines].join('\n'));
}

/** The program of a Redis server: an installed one, or one that was unpacked with the libraries that it needs. */
async function program(like = testRedisServerUrl()): Promise<{ file: string; env: NodeJS.ProcessEnv }> {
  const redis = new Redis(like);
  const info = await redis.info('server').finally(() => redis.disconnect());
  const file = /^executable:(.*?)\r?$/m.exec(info)?.[1] ?? '';
  const [folder = '', path = ''] = file.split('/root/usr/bin/').slice(-2);
  const wanted = { packages: [], paths: [`usr/bin/${path}`], versionArguments: ['--version'] };
  const unpacked = findUnpacked(folder, wanted);
  return { file, env: { ...process.env, ...(unpacked && { LD_LIBRARY_PATH: unpacked.libraries }) } };
}

/** A primary, a replica, and three Sentinels that need a second to notice a dead primary. The master id is `chat`. */
export class SentinelSystem {
  static readonly password = 'sentinels-secret';

  private constructor(
    readonly primary: TestRedisServer,
    readonly replica: TestRedisServer,
    readonly sentinels: readonly TestRedisServer[],
    private readonly scheme: 'redis-sentinel' | 'rediss-sentinel',
  ) {}

  /** `lines`: further configuration of all five. */
  static start(lines: readonly string[] = [], options: Omit<Options, 'kind'> = {}): Promise<SentinelSystem> {
    return startWhole(async (own) => {
      const start = (ownLines: string[], kind: Options['kind'] = 'server') =>
        own(startRedisServer([...lines, ...ownLines], { ...options, kind }));
      const primary = await start([]);
      const replica = await start([`replicaof 127.0.0.1 ${primary.port}`]);
      await eventually(async () => (await primary.redis.info('replication')).includes('state=online'));
      const monitoring = linesOfSentinel(primary.port);
      const sentinels = await Promise.all([1, 2, 3].map(() => start(monitoring, 'sentinel')));
      await Promise.all(sentinels.map(({ redis }) => untilComplete(redis)));
      const scheme = options.tls === undefined ? 'redis-sentinel' : 'rediss-sentinel';
      return new SentinelSystem(primary, replica, sentinels, scheme);
    });
  }

  /** Address of the system for a service. */
  url(masterId = 'chat', password = SentinelSystem.password): string {
    const hosts = this.sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `${this.scheme}://${hosts}/0?sentinelMasterId=${masterId}&sentinelPassword=${password}`;
  }

  /** Resolves with an error that names a server which dies although no test ends it. */
  get death(): Promise<Error> {
    return Promise.race([this.primary, this.replica, ...this.sentinels].map(({ death }) => death));
  }

  /** Whether enough Sentinels agree that the primary is dead. */
  async isPrimaryDown(): Promise<boolean> {
    const replies = await Promise.all(this.sentinels.map(({ redis }) => redis.call('SENTINEL', 'MASTER', 'chat')));
    return replies.flat().some((field) => String(field).includes('o_down'));
  }

  async stop(): Promise<void> {
    await endWhole(...this.sentinels, this.replica, this.primary);
  }
}

const linesOfSentinel = (primaryPort: number): string[] => [
  `requirepass ${SentinelSystem.password}`,
  `sentinel sentinel-pass ${SentinelSystem.password}`,
  `sentinel monitor chat 127.0.0.1 ${primaryPort} 2`,
  'sentinel down-after-milliseconds chat 1000',
  'sentinel failover-timeout chat 3000',
];

/** Resolves when the Sentinel knows the replica and the other two. */
async function untilComplete(sentinel: Redis): Promise<void> {
  const isComplete = async () => {
    const [fields] = (await sentinel.call('SENTINEL', 'MASTERS')) as string[][];
    const text = fields?.join(' ') ?? '';
    return text.includes('num-slaves 1') && text.includes('num-other-sentinels 2');
  };
  await eventually(isComplete, { withinMs: 20_000, what: 'the Sentinels' });
}
