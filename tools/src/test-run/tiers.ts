import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../servers/reachable-folder.js';
import { startPostgres, startRedis } from '../servers/start-server.js';
import { runJest } from './jest-tier.js';
import { buildWebClient, bundleServices, checkResult, compile, type Step, together } from './steps.js';

const CORES = availableParallelism();

export const unitTests: Step = {
  name: 'unit',
  title: 'Unit tests',
  run: (context) => runJest({ tier: 'unit', workers: CORES }, context),
};

/** A service test waits half of its time. A machine with many cores has enough files at once without more per core. */
const SERVICE_FILES_AT_ONCE = Math.max(CORES, Math.min(2 * CORES, 8));

/** All test files share one PostgreSQL and one Redis; each makes a database of its own in them. */
export const serviceTests: Step = {
  name: 'service',
  title: 'Service tests (real PostgreSQL and Redis)',
  run: async (context) => {
    const folder = makeTemporaryFolder('chat-test-servers-');
    const onProgress = (text: string) => context.output.print(`${text} ...\n`);
    const started = await Promise.allSettled([
      startPostgres({ folder: join(folder, 'postgres') }),
      startRedis({ folder: join(folder, 'redis'), onProgress }),
    ]);
    try {
      const [postgres, redis] = started;
      if (postgres.status === 'rejected') throw postgres.reason;
      if (redis.status === 'rejected') throw redis.reason;
      const env = { TEST_DATABASE_URL: postgres.value.adminUrl, TEST_REDIS_URL: redis.value.url };
      return await runJest({ tier: 'service', env, workers: SERVICE_FILES_AT_ONCE }, context);
    } finally {
      await Promise.all(started.map((server) => (server.status === 'fulfilled' ? server.value.stop() : undefined)));
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** A whole-system test mostly waits. Each system needs about 1.5 GB of memory, so a large machine runs few more than a small one. */
const SYSTEM_FILES_AT_ONCE = Math.min(CORES + 1, 4);

/** Files of these folders measure the effect of load or of a fault, so nothing else may load the machine. */
const ALONE = 'apps/gateway-e2e/src/(chaos|overload)/';

export const systemTests: Step = {
  name: 'system',
  title: 'Whole-system tests (all services, over HTTP)',
  run: async (context) => {
    for (const build of [compile, bundleServices, buildWebClient])
      if (!(await build(context))) return checkResult(false);
    if (context.paths.length > 0) return runJest({ tier: 'system', workers: 1 }, context);
    const sharing = await runJest({ tier: 'system', workers: SYSTEM_FILES_AT_ONCE, except: ALONE }, context);
    const alone = await runJest({ tier: 'system', workers: 1 }, { ...context, paths: [ALONE] });
    return together(sharing, alone);
  },
};
