import { sleep } from '../load/closed-loop.js';
import { Crowd, registerQueues } from '../load/crowd.js';
import { MarkedMessages } from '../load/marked-messages.js';
import { CROWD } from '../population/plans.js';
import { childrenOf, residentBytes } from '../system/processes.js';
import type { Stage } from '../system/stage.js';
import type { Figure } from './figure.js';

const POLLS = 10_000;
const GIVE_BACK = new URL('../../give-back.mjs', import.meta.url);
const GIVE_BACK_MS = 5_000;
const MIN_ROUNDS = 3;
const MAX_ROUNDS = 12;
const STILL_FALLING = 0.995;
const SERVERS = new Set(['postgres', 'redis']);

/** Until memory stops falling: connections to PostgreSQL and garbage of creating the users go slowly. */
async function idleMemory(stage: Stage): Promise<Record<string, number>> {
  await stage.becomeIdle();
  let before = memoryOf(stage);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const { service, pid } of stage.system.list()) if (!SERVERS.has(service)) process.kill(pid, 'SIGUSR2');
    await sleep(GIVE_BACK_MS);
    const now = memoryOf(stage);
    if (round >= MIN_ROUNDS && total(now) > total(before) * STILL_FALLING) return now;
    before = now;
  }
  return before;
}

function memoryOf(stage: Stage): Record<string, number> {
  const children = childrenOf();
  return Object.fromEntries(stage.system.list().map(({ service, pid }) => [service, residentBytes(pid, children)]));
}

const sum = (amounts: readonly number[]): number => amounts.reduce((one, other) => one + other, 0);
const total = (byService: Record<string, number>): number => sum(Object.values(byService));

/**
 * 10,000 queues, then a poll that waits on each, then none again. Services collect garbage before each measurement, since a heap that was
 * larger has free room. The rest continues to shrink. So polls are compared with the lower of before and after, process by process, which
 * can only make them look larger.
 */
export const pollMemory: Figure = {
  name: 'poll-memory',
  async measure({ ownStage }) {
    const stage = await ownStage({ preload: GIVE_BACK });
    try {
      const organization = await stage.organization(CROWD);
      const users = organization.users.slice(0, POLLS);
      const queueIds = await registerQueues(users);
      const before = await idleMemory(stage);
      const crowd = await Crowd.poll(users, queueIds, new MarkedMessages());
      const withPolls = await idleMemory(stage).finally(() => crowd.stopPolling());
      const after = await idleMemory(stage).finally(() => crowd.disperse());
      const added = Object.entries(withPolls).map(([service, bytes]) =>
        Math.max(0, bytes - Math.min(before[service] ?? 0, after[service] ?? 0)),
      );
      return {
        measurements: [
          {
            what: 'memory of one waiting long poll, all processes together (10,000 polls)',
            value: sum(added) / POLLS / 1024,
            unit: 'KiB',
            goal: { atMost: 20 },
            peer: '47',
          },
        ],
        details: { before, withPolls, after, failures: crowd.failures },
      };
    } finally {
      await stage.close();
    }
  },
};
