import { sleep } from '../load/closed-loop.js';
import { Crowd, registerQueues } from '../load/crowd.js';
import { MarkedMessages } from '../load/marked-messages.js';
import { CROWD } from '../population/plans.js';
import { childrenOf, residentBytes } from '../system/processes.js';
import type { Stage } from '../system/stage.js';
import type { Figure } from './figure.js';

const POLLS = 10_000;
/** An idle Node gives back what it does not need after some seconds. */
const GIVE_BACK_MS = 15_000;

async function idleMemory(stage: Stage): Promise<number> {
  await stage.becomeIdle();
  await sleep(GIVE_BACK_MS);
  const children = childrenOf();
  return stage.system.list().reduce((sum, { pid }) => sum + residentBytes(pid, children), 0);
}

/** 10,000 queues, and then a poll that waits on each. On a system of its own: heaps that were larger once have room for them. */
export const pollMemory: Figure = {
  name: 'poll-memory',
  async measure({ ownStage }) {
    const stage = await ownStage({});
    try {
      const organization = await stage.organization(CROWD);
      const users = organization.users.slice(0, POLLS);
      const queueIds = await registerQueues(users);
      const withQueues = await idleMemory(stage);
      const crowd = await Crowd.poll(users, queueIds, new MarkedMessages());
      const withPolls = await idleMemory(stage).finally(() => crowd.disperse());
      return {
        measurements: [
          {
            what: 'memory of one waiting long poll, all processes together (10,000 polls)',
            value: (withPolls - withQueues) / POLLS / 1024,
            unit: 'KiB',
            goal: { atMost: 20 },
            peer: '47',
          },
        ],
        details: { withQueues, withPolls, failures: crowd.failures },
      };
    } finally {
      await stage.close();
    }
  },
};
