import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { preparePostgres } from '../servers/postgres.js';
import { prepareRedis } from '../servers/redis.js';
import { findRedis, userCacheFolder } from '../servers/redis-program.js';
import { type Server, StartFailure } from '../servers/server.js';
import type { SystemOptions } from './system-options.js';

// The drivers and the settings take 0.3 s to load, so only a start with servers of others loads them.

/** A server to run, or the URL of an existing one. */
export type ServerChoice = { server: Server } | { url: string };

/** The PostgreSQL of DATABASE_URL, or one of the system's own in `<folder>/postgres`. */
export async function choosePostgres(options: SystemOptions): Promise<ServerChoice> {
  if (options.databaseUrl !== undefined) {
    const { postgresProblem } = await import('@chat/postgres');
    await requireUsable('DATABASE_URL', postgresProblem(options.databaseUrl));
    return { url: options.databaseUrl };
  }
  const folder = join(options.folder, 'postgres');
  options.onProgress?.(existsSync(folder) ? 'Starting PostgreSQL' : 'Setting up PostgreSQL');
  const copyOf = options.copyOf && join(options.copyOf, 'postgres');
  return { server: await preparePostgres({ folder, copyOf, isDurable: options.isDurable ?? true }) };
}

/** The Redis of REDIS_URL, or one of the system's own in `<folder>/redis`. */
export async function chooseRedis(options: SystemOptions): Promise<ServerChoice> {
  if (options.redisUrl !== undefined) {
    const { redisProblem } = await import('@chat/redis');
    await requireUsable('REDIS_URL', redisProblem(options.redisUrl, TIMEOUT_MS));
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

/** Throws StartFailure if the services could not use the server of a variable. */
async function requireUsable(variable: string, checking: Promise<string | undefined>): Promise<void> {
  const problem = await checking.catch((error: Error) => {
    throw new StartFailure(error.message);
  });
  if (problem !== undefined) throw new StartFailure(`${variable} cannot be used: ${problem}.`);
}
