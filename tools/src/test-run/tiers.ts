import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../servers/reachable-folder.js';
import { startPostgres, startRedis } from '../servers/start-server.js';
import { runJest } from './jest-tier.js';
import { checkResult, compile, type Step } from './steps.js';

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

/**
 * Two files in these folders at once leave each other enough of two cores: they wait for what was killed, frozen or cut to be
 * back, or for answers. What they give it is more than a busy machine takes.
 */
const TWO_AT_ONCE = 'apps/gateway-e2e/src/(faults|hostile-input)/';

/**
 * Most files start systems of their own, which take the whole machine, or measure what load does to one: one file at a time. So
 * are files run that were asked for by their paths.
 */
export const systemTests: Step = {
  name: 'system',
  title: 'Whole-system tests (all services, over HTTP)',
  run: async (context) => {
    if (!(await compile(context.root))) return checkResult(false);
    if (context.paths.length > 0) return runJest({ tier: 'system', workers: 1 }, context);
    const together = await runJest({ tier: 'system', workers: 2 }, { ...context, paths: [TWO_AT_ONCE] });
    const others = await runJest({ tier: 'system', workers: 1, except: TWO_AT_ONCE }, context);
    return {
      isGreen: together.isGreen && others.isGreen,
      passed: together.passed + others.passed,
      failed: together.failed + others.failed,
      files: [...together.files, ...others.files],
    };
  },
};
