import { type ChildProcess, spawn } from 'node:child_process';
import cluster from 'node:cluster';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVICE_LIST, type ServiceEntry } from '../../bootstrap/services.mjs';

/** A service: its modules, and its number and role of replicas. */
export interface ServiceDefinition {
  name: string;
  /** Absolute path of its bundle. */
  entry: string;
  /** Absolute path of the module that brings its schema up to date and ends; undefined when it has no schema. */
  migration?: string;
  /** Replicas unless the options of the system say otherwise; 1 by default. */
  replicas?: number;
  /** Its replicas share one port (HOST and PORT), which the launcher hands them. */
  isEntrance: boolean;
  /** Runs only if one of these variables is set; always if absent. */
  onlyWith?: ServiceEntry['onlyWith'];
}

export function repositoryServices(root: string): ServiceDefinition[] {
  return SERVICE_LIST.map(({ name, schema, replicas, isEntrance = false, onlyWith }) => ({
    name,
    replicas,
    entry: join(root, 'dist', 'services', `${name}.js`),
    ...(schema !== null ? { migration: join(root, 'apps', name, 'dist', 'migrate.js') } : {}),
    isEntrance,
    onlyWith,
  }));
}

/** Variables of npm, jest, clusters and the launcher itself, which services must not inherit. */
const FOREIGN = /^(npm_|JEST_|NODE_CHANNEL|NODE_UNIQUE_ID|NODE_OPTIONS|TEST_|DATABASE_URL$|REDIS_URL$|HOST$|PORT$)/i;

/**
 * The environment of every service: `defaults`, then the launcher's own without the foreign variables, then `further`, then the keys and
 * servers in `own`.
 */
export function serviceEnvironment(
  defaults: Record<string, string>,
  further: Record<string, string>,
  own: Record<'SECRET_KEY' | 'DATABASE_URL' | 'REDIS_URL', string>,
): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => !FOREIGN.test(entry[0]) && entry[1] !== undefined,
  );
  return { LOG_LEVEL: 'info', ...defaults, ...Object.fromEntries(inherited), ...further, ...own };
}

/**
 * The environment of one service: the secrets that only others read are empty, which counts as unset. A member of a cluster would inherit a
 * variable that is left out.
 */
export async function withoutForeignSecrets(
  service: string,
  env: Record<string, string>,
): Promise<Record<string, string>> {
  // Loaded here, since it takes a quarter of a second.
  const { GROUPS } = await import('@chat/configuration');
  const secretsOf = (isRead: boolean) =>
    GROUPS.filter(({ services }) => services !== 'all' && [...services].some((name) => name === service) === isRead)
      .flatMap(({ variables }) => Object.entries<{ readonly isSecret: boolean }>(variables))
      .flatMap(([name, { isSecret }]) => (isSecret ? [name] : []));
  const own = secretsOf(true);
  const foreign = secretsOf(false).filter((name) => !own.includes(name));
  const given = foreign.flatMap((name) => [name, `${name}_FILE`]).filter((name) => name in env);
  return { ...env, ...Object.fromEntries(given.map((name) => [name, ''])) };
}

const CACHED_CODE = fileURLToPath(new URL('../../bundle/cached-code.cjs', import.meta.url));
/** Of every service. */
export const NODE_OPTIONS = ['--require', CACHED_CODE];

/**
 * Starts a replica with an IPC channel: when this process dies, however it dies, the channel closes and the replica
 * ends in an orderly way by itself.
 */
export function spawnService(service: ServiceDefinition, cwd: string, env: Record<string, string>): ChildProcess {
  if (service.isEntrance) return forkEntrance(service.entry, cwd, env);
  return spawn(process.execPath, [...NODE_OPTIONS, service.entry], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C in the terminal must reach the launcher alone, which stops things in order.
    detached: true,
  });
}

/**
 * Replicas of the entrance listen on one port as members of a cluster. Without scheduling (SCHED_NONE) each of them
 * accepts connections by itself; this process only makes the socket and is not in the way of any request.
 */
function forkEntrance(exec: string, cwd: string, env: Record<string, string>): ChildProcess {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const ignoreInterrupt = fileURLToPath(new URL('../../bootstrap/ignore-interrupt.cjs', import.meta.url));
  const settings = {
    exec,
    args: [],
    execArgv: [...NODE_OPTIONS, '--require', ignoreInterrupt],
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    silent: true,
  };
  cluster.setupPrimary(settings as unknown as Parameters<typeof cluster.setupPrimary>[0]);
  return cluster.fork(env).process;
}

/** A busy machine answers late; a dead one never. */
const TIMEOUT_MS = 2_000;

/** Whether the process that serves its health on this loopback port says that it is ready. Never throws. */
export async function isServiceReady(healthPort: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${healthPort}/health/ready`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
