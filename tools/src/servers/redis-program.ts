import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { findUnpacked, unpackProgram, type WantedProgram } from '@chat/debian-packages';
import type { RedisProgram } from './redis.js';
import { StartFailure } from './server.js';

/** Places to look for a Redis, and a listener for the progress. */
export interface RedisSearch {
  /** Folder to keep a downloaded Redis in. */
  downloadTo: string;
  /** Further folders that may hold one already. */
  lookIn?: string[];
  /** Called before a step that takes seconds. */
  onProgress?: ((text: string) => void) | undefined;
  env?: NodeJS.ProcessEnv;
}

/** Blocking list reads for requests (BLMPOP) and functions of streams that the services use came with 7.0. */
const OLDEST_MAJOR_VERSION = 7;

/**
 * Redis, or its successor. The file name decides about the function of the program: redis-server is a link to
 * redis-check-rdb or similar.
 */
const PACKAGED: WantedProgram = {
  packages: [
    ['redis-server', 'redis-tools'],
    ['valkey-server', 'valkey-tools'],
  ],
  paths: ['usr/bin/redis-server', 'usr/bin/valkey-server'],
  versionArguments: ['--version'],
};

/**
 * Finds a Redis in this order: redis-server or valkey-server on the PATH, a download from the Debian or Ubuntu archive
 * (needs no root and installs nothing), docker. Throws StartFailure with the commands that help.
 */
export async function findRedis(search: RedisSearch): Promise<RedisProgram> {
  const tried: string[] = [];
  const found =
    installedRedis(search, tried) ??
    unpackedRedis(search) ??
    (await fetchedRedis(search, tried)) ??
    redisInDocker(search, tried);
  if (found !== undefined) return found;
  throw new StartFailure(
    `No Redis found${tried.length === 0 ? '' : `: ${tried.join('; ')}`}.\n` +
      'Install one (sudo apt-get install redis-server, or brew install redis), ' +
      'or name a running one: REDIS_URL=redis://127.0.0.1:6379 npm start',
  );
}

/** The following return undefined without a usable Redis, and add the reason to `tried` where there nearly was one. */
function installedRedis({ env = process.env }: RedisSearch, tried: string[]): RedisProgram | undefined {
  for (const name of ['redis-server', 'valkey-server']) {
    const path = onPath(name, env);
    if (path === undefined) continue;
    const version = versionOf(path);
    if (version !== undefined && version >= OLDEST_MAJOR_VERSION) return nativeProgram(path);
    tried.push(`${path} is older than ${OLDEST_MAJOR_VERSION}.0`);
  }
  return undefined;
}

function unpackedRedis({ downloadTo, lookIn = [] }: RedisSearch): RedisProgram | undefined {
  for (const folder of [downloadTo, ...lookIn]) {
    const unpacked = findUnpacked(folder, PACKAGED);
    if (unpacked !== undefined) return nativeProgram(unpacked.path, unpacked.libraries);
  }
  return undefined;
}

async function fetchedRedis(search: RedisSearch, tried: string[]): Promise<RedisProgram | undefined> {
  const env = search.env ?? process.env;
  if (onPath('apt-get', env) === undefined || onPath('dpkg-deb', env) === undefined) return undefined;
  search.onProgress?.('Fetching Redis from the package archive of this system (nothing is installed)');
  try {
    const downloaded = await unpackProgram(search.downloadTo, PACKAGED);
    return nativeProgram(downloaded.path, downloaded.libraries);
  } catch (error) {
    tried.push(`fetching it from the package archive failed (${(error as Error).message})`);
    return undefined;
  }
}

function redisInDocker({ env = process.env }: RedisSearch, tried: string[]): RedisProgram | undefined {
  const docker = onPath('docker', env);
  if (docker === undefined) return undefined;
  if (spawnSync(docker, ['info'], { stdio: 'ignore', timeout: 10_000, env }).status === 0) return dockerProgram(docker);
  tried.push('docker is there but its engine does not answer');
  return undefined;
}

/** Folder for downloads that all systems of this user share, so that tests need not download each time. */
export function userCacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'chat-launcher', `redis-${process.arch}`);
}

/** A Redis, or its successor, that runs without a container. */
export function nativeProgram(path: string, libraries?: string): RedisProgram {
  const env = { PATH: process.env.PATH, ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) };
  return { description: path, command: (config) => ({ file: path, args: [config], env }) };
}

/** Path of a program in the first folder of PATH that has it. */
export function onPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Version of a Redis or Valkey, such as `8.1.1`; undefined if the program does not say it. */
export function fullVersionOf(path: string): string | undefined {
  const output = spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '';
  return /v=(\d+\.\S+)/.exec(output)?.[1];
}

function versionOf(path: string): number | undefined {
  const version = fullVersionOf(path);
  return version === undefined ? undefined : Number.parseInt(version, 10);
}

/** The image also named in docker-compose.yml. */
export const REDIS_IMAGE = 'redis:7.4-alpine';

/**
 * Redis in a container, stopped by the signals sent to the `docker run` process. Inside it listens on the container's
 * own network; docker publishes that on this machine's loopback interface alone.
 */
export function dockerProgram(docker: string): RedisProgram {
  return {
    description: `${REDIS_IMAGE} in docker`,
    isContained: true,
    command: (config, port) => {
      const folder = dirname(config);
      const name = `chat-redis-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;
      // A killed `docker run` leaves its container behind, and two servers must never write the same file.
      spawnSync(docker, ['rm', '--force', name], { stdio: 'ignore' });
      const options = [
        '--rm',
        '--init',
        `--name=${name}`,
        `--user=${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`,
        `--volume=${folder}:${folder}`,
        `--publish=127.0.0.1:${port}:${port}`,
      ];
      return {
        file: docker,
        args: ['run', ...options, REDIS_IMAGE, 'redis-server', config, '--bind', '0.0.0.0'],
        env: process.env,
      };
    },
  };
}
