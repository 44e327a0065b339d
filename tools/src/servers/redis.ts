import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from './free-port.js';
import { spawnServer } from './guard.js';
import { type Server, type ServerOptions, socketPath } from './server.js';

/** A way to run Redis, found by `findRedis`. */
export interface RedisProgram {
  /** For the log: which one it is. */
  readonly description: string;
  /** True where it cannot listen on this machine's files. */
  readonly isContained?: boolean;
  /** The command that runs it in the foreground with the given configuration file, which says `port`, too. */
  command(config: string, port: number): { file: string; args: string[]; env: NodeJS.ProcessEnv };
}

const PING_TIMEOUT_MS = 2_000;
/** Each test takes a numbered database; durable data uses the first. */
const DATABASES = { kept: 16, tests: 4_096 };

/**
 * Prepares a private Redis with its data in `folder`, ready to be spawned. It listens only on 127.0.0.1, requires a
 * password that is stored in `folder`, and refuses writes instead of dropping keys if its memory is full.
 */
export async function prepareRedis(options: ServerOptions & { program: RedisProgram }): Promise<Server> {
  const { folder, program } = options;
  mkdirSync(join(folder, 'data'), { recursive: true, mode: 0o700 });
  const password = readPassword(folder);
  const port = options.port ?? (await freePort());
  const config = join(folder, 'redis.conf');
  const socket = program.isContained === true ? undefined : socketPath(join(folder, 'redis.sock'));
  // In a file, because every user of the machine can read a command line.
  writeFileSync(config, redisConfiguration({ data: join(folder, 'data'), port, socket, password, ...options }), {
    mode: 0o600,
  });

  return {
    service: 'redis',
    instance: 0,
    url: `redis://:${password}@127.0.0.1:${port}`,
    ...(socket !== undefined && { socketUrl: `${socket}?password=${password}` }),
    port,
    stopSignal: 'SIGTERM',
    spawn: () => {
      const { file, args, env } = program.command(config, port);
      return spawnServer(file, args, 'TERM', { cwd: folder, env });
    },
    isReady: () => answersPing(port, password),
    provision: async () => {},
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function readPassword(folder: string): string {
  const path = join(folder, 'password');
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(path, 'utf8');
}

interface Configuration {
  readonly data: string;
  readonly port: number;
  readonly socket: string | undefined;
  readonly password: string;
  readonly isDurable: boolean;
}

/** Content of `redis.conf`. */
export function redisConfiguration({ data, port, socket, password, isDurable }: Configuration): string {
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    ...(socket === undefined ? [] : [`unixsocket "${socket}"`, 'unixsocketperm 700']),
    'protected-mode yes',
    `requirepass ${password}`,
    `dir "${data}"`,
    'daemonize no',
    'logfile ""',
    // The append-only file is the only persistence: it is written before a command is answered.
    'save ""',
    'appendonly yes',
    // Without a sync, acknowledged writes still survive a killed Redis.
    `appendfsync ${isDurable ? 'everysec' : 'no'}`,
    // Rewriting takes a core for as long as it runs. By default a busy system of little data would do it every ten seconds.
    'auto-aof-rewrite-min-size 256mb',
    // Dropping keys of job queues or event queues to make room would lose acknowledged writes.
    'maxmemory-policy noeviction',
    'tcp-keepalive 60',
    `databases ${isDurable ? DATABASES.kept : DATABASES.tests}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** True only once the data is loaded: until then Redis answers PING with an error. */
async function answersPing(port: number, password: string): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port, timeout: PING_TIMEOUT_MS });
  socket.on('timeout', () => socket.destroy());
  socket.write(`AUTH ${password}\r\nPING\r\nQUIT\r\n`);
  const answer = await text(socket).catch(() => '');
  return answer.startsWith('+OK\r\n+PONG');
}
