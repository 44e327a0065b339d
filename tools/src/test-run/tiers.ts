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
 * Two files of these folders share two cores well: they mostly wait for killed, frozen or disconnected processes to
 * return. Their deadlines exceed the delays of a busy machine.
 */
const TWO_AT_ONCE = 'apps/gateway-e2e/src/(faults|hostile-input)/';

/**
 * Most files start their own systems, which take the whole machine, or measure the effect of load on one: these run one
 * at a time, as do files that are chosen by path.
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
