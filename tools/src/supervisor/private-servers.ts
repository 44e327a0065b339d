import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { redisProblem } from '@chat/redis';
import { preparePostgres } from '../servers/postgres.js';
import { prepareRedis } from '../servers/redis.js';
import { findRedis, userCacheFolder } from '../servers/redis-program.js';
import { type Server, StartFailure } from '../servers/server.js';
import type { SystemOptions } from './system-options.js';

/** A server to run, or the URL of an existing one. */
export type ServerChoice = { server: Server } | { url: string };

/** The PostgreSQL of DATABASE_URL, or one of the system's own in `<folder>/postgres`. */
export async function choosePostgres(options: SystemOptions): Promise<ServerChoice> {
  if (options.databaseUrl !== undefined) {
    await checkConnection('DATABASE_URL', options.databaseUrl, 5432);
    return { url: options.databaseUrl };
  }
  const folder = join(options.folder, 'postgres');
  options.onProgress?.(existsSync(folder) ? 'Starting PostgreSQL' : 'Setting up PostgreSQL');
  return { server: await preparePostgres({ folder, isDurable: options.isDurable ?? true }) };
}

/** The Redis of REDIS_URL, or one of the system's own in `<folder>/redis`. */
export async function chooseRedis(options: SystemOptions): Promise<ServerChoice> {
  if (options.redisUrl !== undefined) {
    await requireUsable(options.redisUrl);
    return { url: options.redisUrl };
  }
  const isDurable = options.isDurable ?? true;
  options.onProgress?.('Starting Redis');
  const program = await findRedis({
    // Durable systems store it with their data; throw-away systems share one per user.
    downloadTo: isDurable ? join(options.folder, 'redis-server') : userCacheFolder(),
    lookIn: [userCacheFolder()],
    onProgress: options.onProgress,
  });
  return { server: await prepareRedis({ folder: join(options.folder, 'redis'), isDurable, program }) };
}

const TIMEOUT_MS = 5_000;

/** Throws StartFailure if the services could not use the Redis of the environment. */
async function requireUsable(url: string): Promise<void> {
  const problem = await redisProblem(url, TIMEOUT_MS).catch((error: Error) => {
    throw new StartFailure(error.message);
  });
  if (problem !== undefined) throw new StartFailure(`REDIS_URL cannot be used: ${problem}.`);
}

/** Checks that something listens where an URL of the environment points. Throws StartFailure without its password. */
export async function checkConnection(variable: string, url: string, defaultPort: number): Promise<void> {
  if (!URL.canParse(url)) throw new StartFailure(`${variable} is not a URL.`);
  const { hostname: host, port: givenPort } = new URL(url);
  const port = Number(givenPort || defaultPort);
  const error = await new Promise<Error | undefined>((resolve) => {
    const socket = connect({ host, port });
    const finish = (result: Error | undefined) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(TIMEOUT_MS, () => finish(new Error('no answer')));
    socket.on('error', finish);
    socket.on('connect', () => finish(undefined));
  });
  if (error !== undefined) {
    throw new StartFailure(`${variable} points to ${host}:${port}, which cannot be reached (${error.message}).`);
  }
}
