import { SupervisedProcess } from '../processes/supervised-process.js';
import { type PostgresOptions, preparePostgres } from './postgres.js';
import { prepareRedis } from './redis.js';
import { findRedis, nativeProgram, userCacheFolder } from './redis-program.js';
import type { Server } from './server.js';

const READY_TIMEOUT_MS = 60_000;
const STOP_GRACE_MS = 8_000;
const MAX_ENDS = 3;
/** Lines of a server that does not start that are shown. */
const SHOWN_LINES = 20;

/** A private server that runs, alone. Started again when it ends. */
export interface RunningServer {
  /** With the password. */
  readonly url: string;
  /** For killing it, or stopping and starting it. */
  readonly process: SupervisedProcess;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

/** `adminUrl` is the superuser's, which can make databases; `url` that of the role that the services use. */
export interface RunningPostgres extends RunningServer {
  readonly adminUrl: string;
}

/** Starts a private PostgreSQL with throw-away data in `folder`: fast, and not safe against power cuts unless it `isDurable`. */
export async function startPostgres(
  options: Pick<PostgresOptions, 'folder' | 'settings' | 'copyOf'> & { isDurable?: boolean },
): Promise<RunningPostgres> {
  const server = await preparePostgres({ isDurable: false, ...options });
  return { ...(await run(server)), adminUrl: server.adminUrl };
}

/**
 * Starts a private Redis with throw-away data in `folder`, only in memory unless `isDurable`. Without durability it has
 * 4096 numbered databases. `path`: the program to run, default: that of `findRedis`.
 */
export async function startRedis(options: {
  folder: string;
  isDurable?: boolean;
  path?: string | undefined;
  onProgress?: (text: string) => void;
}): Promise<RunningServer> {
  const { folder, isDurable = false, path, onProgress } = options;
  const program =
    path === undefined ? await findRedis({ downloadTo: userCacheFolder(), onProgress }) : nativeProgram(path);
  return run(await prepareRedis({ folder, isDurable, program }));
}

async function run(server: Server): Promise<RunningServer> {
  const supervised = new SupervisedProcess(server);
  const lines: string[] = [];
  supervised.on('line', (line) => {
    lines.push(line);
    if (lines.length > SHOWN_LINES) lines.shift();
  });
  const stop = async () => {
    await supervised.stop(STOP_GRACE_MS);
    server.discard();
  };
  supervised.start();
  try {
    await supervised.waitReady(READY_TIMEOUT_MS, MAX_ENDS);
    await server.provision();
  } catch (error) {
    await stop();
    throw new Error(`${(error as Error).message}:\n${lines.join('\n')}`, { cause: error });
  }
  return { url: server.url, process: supervised, stop };
}
