import { eventually } from '@chat/testing';
import { drain, type RedisPair } from './redis-pair.js';
import type { Scenario } from './scenario.js';
import type { Stage } from './stage.js';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const TWO_PRIMARIES_MS = 5_000;
const POWER_CUT_LOSES_MS = 2_000;
const STOPPED_MS = 5_000;
const FULL_MS = 5_000;
const RESTARTS = 20;
/** Longer than the outbox keeps the events that are in the log. */
const OLD_BACKUP_MS = 160_000;

export const REDIS_SCENARIOS: readonly Scenario[] = [
  {
    name: 'redis-sentinel',
    title: 'Redis dies, and Sentinels promote a complete replica',
    stage: 'sentinels',
    mayEnd: 'none',
    goalMs: 2_000,
    happen: (stage) => failPrimary(stage, 'SIGKILL'),
  },
  {
    name: 'redis-sentinel-hangs',
    title: 'Redis hangs (SIGSTOP), and Sentinels promote a complete replica',
    stage: 'sentinels',
    mayEnd: 'none',
    goalMs: 2_000,
    happen: (stage) => failPrimary(stage, 'SIGSTOP'),
    // The former primary takes itself for the primary until a Sentinel corrects it.
    afterwards: async ({ sentinels }) => sentinels.primary.kill('SIGCONT'),
  },
  {
    name: 'redis-failover',
    title: 'Redis dies; a complete replica is promoted, and the address follows',
    stage: 'pairs',
    mayEnd: 'none',
    goalMs: 2_000,
    happen: async ({ redis }) => {
      await drain(redis.primary);
      await replacePrimary(redis);
    },
  },
  {
    name: 'redis-planned',
    title: 'Redis hands over by FAILOVER; connections are not cut',
    stage: 'pairs',
    isShort: true,
    mayEnd: 'none',
    goalMs: 2_000,
    happen: async ({ redis }) => {
      await redis.handOver();
      redis.switchOver();
    },
  },
  ...[1, 3, 5].map(
    (seconds): Scenario => ({
      name: `redis-behind-${seconds}s`,
      title: `Redis dies; a replica ${seconds} s behind is promoted`,
      stage: 'pairs',
      isShort: seconds === 1,
      mayEnd: 'busy',
      goalMs: 2_000,
      happen: async ({ redis }) => {
        redis.holdReplication();
        await pause(seconds * 1_000);
        await replacePrimary(redis);
      },
    }),
  ),
  {
    name: 'redis-two-primaries',
    title: `two primaries of Redis for ${TWO_PRIMARIES_MS / 1_000} s`,
    stage: 'pairs',
    mayEnd: 'busy',
    goalMs: 2_000,
    happen: async ({ redis }) => {
      const [first, second] = redis.addresses;
      await redis.promote();
      redis.redirect(second!);
      second!.cut();
      await pause(TWO_PRIMARIES_MS);
      redis.switchOver();
      first!.cut();
    },
  },
  {
    name: 'redis-power-cut',
    title: `power cut: Redis starts without its last ${POWER_CUT_LOSES_MS / 1_000} s (everysec)`,
    stage: 'pairs',
    isShort: true,
    mayEnd: 'busy',
    goalMs: 2_000,
    happen: ({ redis }) => redis.loseNewest(POWER_CUT_LOSES_MS),
  },
  {
    name: 'redis-restored',
    title: `Redis starts with its files of ${OLD_BACKUP_MS / 1_000} s ago`,
    stage: 'pairs',
    mayEnd: 'all',
    goalMs: 2_000,
    happen: ({ redis }) => redis.restoreFrom(OLD_BACKUP_MS),
  },
  {
    name: 'redis-emptied',
    title: 'FLUSHALL',
    stage: 'pairs',
    isShort: true,
    mayEnd: 'all',
    goalMs: 2_000,
    happen: ({ redis }) => redis.empty(),
  },
  {
    name: 'redis-restarts-empty',
    title: 'Redis dies and starts again without data',
    stage: 'pairs',
    mayEnd: 'all',
    goalMs: 2_000,
    happen: ({ redis }) => redis.restartEmpty(),
  },
  {
    name: 'redis-stopped',
    title: `Redis is stopped (SIGSTOP) for ${STOPPED_MS / 1_000} s`,
    stage: 'pairs',
    mayEnd: 'none',
    goalMs: 2_000,
    happen: async ({ redis: { primary } }) => {
      primary.kill('SIGSTOP');
      await pause(STOPPED_MS);
      primary.kill('SIGCONT');
    },
  },
  {
    name: 'redis-restarts',
    title: `Redis dies and starts again ${RESTARTS} times (everysec)`,
    stage: 'pairs',
    mayEnd: 'busy',
    goalMs: 2_000,
    happen: async ({ redis }) => {
      for (let restart = 0; restart < RESTARTS; restart++) {
        await redis.restart();
        await pause(500);
      }
    },
  },
  {
    name: 'redis-full',
    title: `the memory of Redis is full (OOM) for ${FULL_MS / 1_000} s`,
    stage: 'pairs',
    mayEnd: 'none',
    goalMs: 2_000,
    happen: async ({ redis: { primary } }) => {
      await primary.redis.config('SET', 'maxmemory', '1');
      await pause(FULL_MS);
      await primary.redis.config('SET', 'maxmemory', '0');
    },
  },
  {
    name: 'redis-disk-full',
    title: `the disk of Redis is full (ENOSPC, MISCONF) for ${FULL_MS / 1_000} s`,
    stage: 'pairs',
    mayEnd: 'none',
    goalMs: 2_000,
    happen: async ({ redis }) => {
      await redis.fillDisk();
      await pause(FULL_MS);
      await redis.freeDisk();
    },
  },
];

export async function replacePrimary(redis: RedisPair): Promise<void> {
  redis.primary.kill('SIGKILL');
  await redis.promote();
  redis.switchOver();
}

/** The primary has replicated all of its data before it dies or hangs. Resolves when the Sentinels have noticed. */
async function failPrimary({ sentinels }: Stage, signal: 'SIGKILL' | 'SIGSTOP'): Promise<void> {
  await drain(sentinels.primary);
  sentinels.primary.kill(signal);
  await eventually(() => sentinels.isPrimaryDown(), { withinMs: 20_000 });
}
