import type { Scenario } from './scenario.js';
import type { Stage } from './stage.js';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const FULL_MS = 5_000;
const STOPPED_MS = 5_000;
const STANDBY_GONE_MS = 5_000;
const RESTARTS = 20;

export const POSTGRES_SCENARIOS: readonly Scenario[] = [
  {
    name: 'postgres-synchronous',
    title: 'PostgreSQL dies; a synchronous standby is promoted',
    stage: 'pairs',
    isShort: true,
    mayEnd: 'none',
    goalMs: 2_000,
    happen: replaceSynchronously,
  },
  {
    name: 'postgres-hosts',
    title: 'PostgreSQL dies; a synchronous standby is promoted, and DATABASE_URL names both',
    stage: 'hosts',
    mayEnd: 'none',
    goalMs: 2_000,
    happen: replaceSynchronously,
  },
  ...[3, 30].map(
    (seconds): Scenario => ({
      name: seconds === 3 ? 'postgres-asynchronous' : 'postgres-restored',
      title:
        seconds === 3
          ? 'PostgreSQL dies; an asynchronous standby 3 s behind is promoted'
          : 'PostgreSQL starts with its data of 30 s ago; Redis is not emptied',
      stage: 'pairs',
      isShort: seconds === 3,
      mayEnd: 'all',
      losesWrites: true,
      goalMs: 2_000,
      happen: async ({ postgres }) => {
        postgres.holdReplication();
        await pause(seconds * 1_000);
        postgres.kill();
        await postgres.promote();
      },
    }),
  ),
  {
    name: 'postgres-asynchronous-idle',
    title: 'the same after 3 s of lag, and no client writes from the death of PostgreSQL until its loss is noticed',
    stage: 'pairs',
    mayEnd: 'all',
    losesWrites: true,
    goalMs: 2_000,
    happen: async ({ postgres }, { team, loss }) => {
      postgres.holdReplication();
      await pause(3_000);
      await team.rest();
      postgres.kill();
      await postgres.promote();
      await loss?.untilNoticed();
      team.resume();
    },
  },
  {
    name: 'postgres-read-only',
    title: 'PostgreSQL refuses writes (25006), and its standby is promoted; connections are not cut',
    stage: 'pairs',
    mayEnd: 'none',
    goalMs: 2_000,
    happen: async ({ postgres }) => {
      await postgres.refuseWrites();
      await postgres.promote();
    },
  },
  {
    name: 'postgres-full',
    title: `PostgreSQL fails each write with 53100 (simulated full disk) for ${FULL_MS / 1_000} s`,
    stage: 'pairs',
    mayEnd: 'none',
    goalMs: 2_000,
    happen: ({ postgres }) => postgres.refuseAsFull(FULL_MS),
  },
  {
    name: 'postgres-stopped',
    title: `PostgreSQL is stopped (SIGSTOP) for ${STOPPED_MS / 1_000} s`,
    stage: 'pairs',
    mayEnd: 'none',
    goalMs: 2_000,
    happen: async ({ postgres }) => {
      postgres.kill('SIGSTOP');
      await pause(STOPPED_MS);
      postgres.kill('SIGCONT');
    },
  },
  {
    name: 'postgres-restarts',
    title: `PostgreSQL dies and starts again ${RESTARTS} times`,
    stage: 'pairs',
    mayEnd: 'none',
    goalMs: 2_000,
    happen: async ({ postgres }) => {
      for (let restart = 0; restart < RESTARTS; restart++) {
        await postgres.restart();
        await pause(500);
      }
    },
  },
  {
    name: 'postgres-standby-gone',
    title: 'the asynchronous standby of PostgreSQL dies',
    stage: 'pairs',
    mayEnd: 'none',
    goalMs: 2_000,
    happen: withoutStandby,
  },
  {
    name: 'postgres-synchronous-standby-gone',
    title: `the only synchronous standby of PostgreSQL is dead for ${STANDBY_GONE_MS / 1_000} s`,
    stage: 'pairs',
    mayEnd: 'none',
    goalMs: 2_000,
    happen: async (stage) => {
      await stage.postgres.synchronize();
      await withoutStandby(stage);
      await stage.postgres.desynchronize();
    },
  },
  {
    name: 'both-killed',
    title: 'Redis dies and starts again; PostgreSQL dies at once, and a synchronous standby is promoted',
    stage: 'pairs',
    mayEnd: 'none',
    goalMs: 2_000,
    happen: async (stage) => {
      await Promise.all([replaceSynchronously(stage), pause(1_000).then(() => stage.redis.primary.restart())]);
    },
  },
];

export async function replaceSynchronously({ postgres }: Stage): Promise<void> {
  await postgres.synchronize();
  await pause(1_000);
  postgres.kill();
  await postgres.promote();
}

async function withoutStandby({ postgres }: Stage): Promise<void> {
  postgres.loseStandby();
  await pause(STANDBY_GONE_MS);
  await postgres.returnStandby();
}
