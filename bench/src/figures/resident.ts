import { sleep } from '../load/closed-loop.js';
import { HUNDRED } from '../population/plans.js';
import { childrenOf, residentBytes } from '../system/processes.js';
import { warmUp } from '../system/stage.js';
import type { Figure } from './figure.js';

/** Between load and measurement, so that garbage of the load can go. */
const SETTLE_MS = 5_000;

/** Memory of the whole stack, idle after work; shared memory counts once. */
export const resident: Figure = {
  name: 'resident',
  async measure({ ownStage }) {
    const stage = await ownStage({});
    try {
      await stage.organization(HUNDRED);
      const fresh = memoryByService();
      await warmUp(await stage.organization(HUNDRED), 'one hundred', stage.port);
      await sleep(SETTLE_MS);
      const worked = memoryByService();
      const idle = await stage.cpuDuring(() => sleep(5_000));
      return {
        measurements: [
          {
            what: 'the whole stack, idle, resident',
            value: total(fresh) / 1e9,
            unit: 'GB',
            goal: { atMost: 0.8 },
            peer: '2.3',
          },
          {
            what: 'the whole stack, idle after some ten thousand messages, resident',
            value: total(worked) / 1e9,
            unit: 'GB',
          },
          { what: 'the whole stack, idle: CPU', value: (idle.stackMs / idle.wallMs) * 100, unit: '% of a core' },
        ],
        details: { fresh, worked, idle },
      };
    } finally {
      await stage.close();
    }

    function memoryByService(): Record<string, number> {
      const children = childrenOf();
      return Object.fromEntries(stage.system.list().map(({ service, pid }) => [service, residentBytes(pid, children)]));
    }
  },
};

const total = (memory: Record<string, number>): number => Object.values(memory).reduce((sum, bytes) => sum + bytes, 0);
