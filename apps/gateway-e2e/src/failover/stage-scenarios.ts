import { replaceSynchronously } from './postgres-scenarios.js';
import { drain } from './redis-pair.js';
import { replacePrimary } from './redis-scenarios.js';
import type { Scenario } from './scenario.js';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const WRONG_FOR_MS = 5_000;

/** Failures of servers of other kinds, each with a system of its own. */
export const STAGE_SCENARIOS: readonly Scenario[] = [
  ...(['ahead', 'behind'] as const).map(
    (side): Scenario => ({
      name: `redis-clock-${side}`,
      title: `Redis hands over to a server whose clock is a minute ${side}, and back`,
      stage: `clock-${side}`,
      mayEnd: 'none',
      goalMs: 2_000,
      happen: async ({ redis }) => {
        await redis.handOver();
        redis.switchOver();
        await pause(WRONG_FOR_MS);
        await redis.handOver();
        redis.switchOver();
      },
    }),
  ),
  ...(['Valkey 8', 'Redis 8'] as const).map(
    (server): Scenario => ({
      name: `${server.replace(' ', '-').toLowerCase()}-failover`,
      title: `${server} dies; a complete replica is promoted, and the address follows`,
      stage: 'pairs',
      server,
      mayEnd: 'none',
      goalMs: 2_000,
      happen: async ({ redis }) => {
        await drain(redis.primary);
        await replacePrimary(redis);
      },
    }),
  ),
  {
    name: 'tls-failovers',
    title:
      'with TLS, Redis dies and a complete replica is promoted; then PostgreSQL dies, and a synchronous standby is promoted',
    stage: 'tls',
    mayEnd: 'none',
    goalMs: 2_000,
    happen: async (stage) => {
      await drain(stage.redis.primary);
      await replacePrimary(stage.redis);
      await replaceSynchronously(stage);
    },
  },
];
