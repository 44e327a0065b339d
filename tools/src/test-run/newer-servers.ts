import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findNewerServers, type NewerProgram, newerProgramLine } from '../servers/newer-redis.js';
import { makeTemporaryFolder } from '../servers/reachable-folder.js';
import { startRedis } from '../servers/start-server.js';
import { runJest } from './jest-tier.js';
import { checkResult, type Step, type StepContext, type StepResult, together } from './steps.js';

/** Tests that depend most on the server: scripts, streams, blocking reads, replication, Sentinels. They need no PostgreSQL. */
const FILES = [
  'libs/redis/src/failover',
  'libs/redis-rpc/src/redis-transport',
  'libs/event-log/src/log/domain-event-log.int',
  'apps/events/src/queues/fetched-queues',
  'apps/events/src/shards/shard-leases',
];

/** For each server; both are tested at once, since the files mostly wait. */
const FILES_AT_ONCE = 2;

type FoundProgram = Extract<NewerProgram, { path: string }>;
const isFound = (program: NewerProgram): program is FoundProgram => 'path' in program;

/** Runs a few service tests on each newer server that the archive has. A missing server is no failure; the output names it. */
export const newerServerTests: Step = {
  name: 'newer-redis',
  title: 'Service tests of the transport and the log on Valkey 8 and Redis 8',
  run: async (context) => {
    const programs = await findNewerServers();
    context.output.print(`${programs.map(newerProgramLine).join('\n')}\n`);
    const results = await Promise.all(programs.filter(isFound).map((program) => testsOn(program, context)));
    return results.reduce(together, checkResult(true));
  },
};

async function testsOn({ title, path }: FoundProgram, context: StepContext): Promise<StepResult> {
  const folder = makeTemporaryFolder('chat-newer-redis-');
  try {
    const server = await startRedis({ folder: join(folder, 'redis'), path });
    const env = { TEST_REDIS_URL: server.url };
    const paths = context.paths.length > 0 ? context.paths : FILES;
    const running = runJest({ tier: 'service', env, workers: FILES_AT_ONCE }, { ...context, paths });
    const result = await running.finally(() => server.stop());
    context.output.print(`${title}: ${result.passed} passed, ${result.failed} failed\n`);
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
