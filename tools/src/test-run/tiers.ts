import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../servers/reachable-folder.js';
import { startPostgres, startRedis } from '../servers/start-server.js';
import { runJest } from './jest-tier.js';
import { checkResult, type Step } from './step.js';
import { compile } from './types.js';

export const unitTests: Step = {
  name: 'unit',
  title: 'Unit tests',
  run: (context) => runJest({ tier: 'unit' }, context),
};

/** All test files share one PostgreSQL and one Redis; each makes a database of its own in them. */
export const serviceTests: Step = {
  name: 'service',
  title: 'Service tests (real PostgreSQL and Redis)',
  run: async (context) => {
    const folder = makeTemporaryFolder('chat-test-servers-');
    const onProgress = (text: string) => process.stdout.write(`${text} ...\n`);
    const started = await Promise.allSettled([
      startPostgres({ folder: join(folder, 'postgres') }),
      startRedis({ folder: join(folder, 'redis'), onProgress }),
    ]);
    try {
      const [postgres, redis] = started;
      if (postgres.status === 'rejected') throw postgres.reason;
      if (redis.status === 'rejected') throw redis.reason;
      const env = { TEST_DATABASE_URL: postgres.value.adminUrl, TEST_REDIS_URL: redis.value.url };
      return await runJest({ tier: 'service', env }, context);
    } finally {
      await Promise.all(started.map((server) => (server.status === 'fulfilled' ? server.value.stop() : undefined)));
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Tests in here mostly wait: for what was killed, frozen or cut to be back, for times to come. They leave each other enough. */
const WAITING = 'apps/gateway-e2e/src/faults/';

/**
 * Most files start systems of their own, which take the whole machine: one file at a time, but for those that mostly wait, of which
 * two run at once. Paths that were asked for run one file at a time.
 */
export const systemTests: Step = {
  name: 'system',
  title: 'Whole-system tests (all services, over HTTP)',
  run: async (context) => {
    if (!(await compile(context.root))) return checkResult(false);
    if (context.paths.length > 0) return runJest({ tier: 'system', workers: 1 }, context);
    const waiting = await runJest({ tier: 'system', workers: 2 }, { ...context, paths: [WAITING] });
    const others = await runJest({ tier: 'system', workers: 1, except: WAITING }, context);
    return {
      isGreen: waiting.isGreen && others.isGreen,
      passed: waiting.passed + others.passed,
      failed: waiting.failed + others.failed,
      files: [...waiting.files, ...others.files],
    };
  },
};
