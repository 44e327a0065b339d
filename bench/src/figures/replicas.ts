import { sleep } from '../load/closed-loop.js';
import { pacedLoad } from '../load/paced-load.js';
import { HUNDRED } from '../population/plans.js';
import { CpuMeter } from '../system/cpu-meter.js';
import { warmUp } from '../system/stage.js';
import type { Figure } from './figure.js';

const SCALES = [1, 2, 4];
const SERVICES = ['gateway', 'users', 'realm-settings', 'messaging', 'events'];
const SENDERS = 16;
const PER_SECOND = 300;
const DURATION_MS = 5_000;

/** The same load on systems of 1, 2 and 4 replicas of each service: what a message costs all processes together. */
export const replicas: Figure = {
  name: 'replicas',
  async measure({ ownStage }) {
    const costs: number[] = [];
    for (const count of SCALES) {
      const stage = await ownStage({ scale: Object.fromEntries(SERVICES.map((service) => [service, count])) });
      try {
        const organization = await stage.organization(HUNDRED);
        await warmUp(organization, 'one hundred', stage.port);
        const { users } = organization;
        const streamId = organization.streamId('one hundred');
        // What the replicas do with nothing to do is not a message's cost.
        const idle = await stage.cpuDuring(() => sleep(2_000));
        const meter = new CpuMeter(stage.system);
        meter.begin();
        let sent = 0;
        const next = () =>
          (users[sent++ % SENDERS] as (typeof users)[0]).toStream(streamId, 'scale', 'How many of you?');
        await pacedLoad({ port: stage.port, perSecond: PER_SECOND, durationMs: DURATION_MS, next });
        const cpu = meter.end();
        costs.push((cpu.stackMs - (idle.stackMs * cpu.wallMs) / idle.wallMs) / sent);
      } finally {
        await stage.close();
      }
    }
    const spread = Math.max(...costs) / Math.min(...costs) - 1;
    return {
      measurements: [
        {
          what: `CPU per message with 1, 2 and 4 replicas of each service (${PER_SECOND}/s): difference`,
          value: spread * 100,
          unit: '%',
          goal: { atMost: 15 },
        },
      ],
      plots: [
        {
          name: 'replicas',
          title: 'CPU per message, beyond what idle replicas use',
          xLabel: 'replicas of each service',
          yLabel: 'ms',
          series: [{ label: 'whole stack', points: SCALES.map((count, index) => [count, costs[index] as number]) }],
        },
      ],
      details: { costsMs: costs },
    };
  },
};
