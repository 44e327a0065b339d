import { SERVICES } from '@chat/tools';
import { sleep } from '../load/closed-loop.js';
import { pacedLoad } from '../load/paced-load.js';
import { type Figure, type FigureContext, row } from '../measurement.js';
import type { Organization } from '../population/organization.js';
import { HUNDRED } from '../population/organization.js';
import { type Stage, warmUp } from '../system/stage.js';

const SCALES = [1, 2, 4];
const STREAM = 'one hundred';
const SENDERS = 16;
/** The same load for any number of replicas. */
const PER_SECOND = 300;
/** The same load per replica, the purpose of replicas. */
const PER_SECOND_EACH = 150;
/** All systems take many short turns: a machine is not equally fast for a minute, nor for five seconds. */
const TURN_MS = 1_000;
const ROUNDS = 20;
const IDLE_MS = 5_000;

interface Replicas {
  readonly count: number;
  readonly stage: Stage;
  readonly organization: Organization;
  /** CPU of all idle processes per millisecond. */
  readonly idle: number;
}

async function open(count: number, openStage: FigureContext['ownStage']): Promise<Replicas> {
  const stage = await openStage({ scale: Object.fromEntries(SERVICES.map((service) => [service, count])) });
  const organization = await stage.organization(HUNDRED);
  await warmUp(organization, STREAM, stage.port, count);
  await stage.becomeIdle();
  const idle = await stage.cpuDuring(() => sleep(IDLE_MS));
  return { count, stage, organization, idle: idle.stackMs / idle.wallMs };
}

/** CPU of all processes for one message, without their idle CPU, in milliseconds. */
async function costOfMessage({ stage, organization, idle }: Replicas, perSecond: number): Promise<number> {
  const streamId = organization.streamId(STREAM);
  let sent = 0;
  const next = () => organization.user(sent++ % SENDERS).toStream(streamId, 'scale', 'How many of you?');
  const cpu = await stage.cpuDuring(async () => {
    await pacedLoad({ port: stage.port, perSecond, durationMs: TURN_MS, next });
  });
  return (cpu.stackMs - idle * cpu.wallMs) / sent;
}

const mean = (costs: readonly number[]): number => costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
/** Excess of the most expensive larger system over the system with one replica of each, in percent. */
const percentAboveOne = ([one = Number.NaN, ...more]: readonly number[]): number => (Math.max(...more) / one - 1) * 100;

/** CPU of a message on systems with 1, 2 and 4 replicas of each service. */
export const replicas: Figure = {
  name: 'replicas',
  async measure({ ownStage }) {
    const systems: Replicas[] = [];
    const sharing: number[][] = SCALES.map(() => []);
    const equal: number[][] = SCALES.map(() => []);
    for (const count of SCALES) systems.push(await open(count, ownStage));
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, system] of systems.entries()) sharing[index]?.push(await costOfMessage(system, PER_SECOND));
      for (const [index, system] of systems.entries()) {
        equal[index]?.push(await costOfMessage(system, PER_SECOND_EACH * system.count));
      }
    }
    const shared = sharing.map(mean);
    const each = equal.map(mean);
    const what = 'CPU per message with 1, 2 and 4 replicas of each service';
    return {
      measurements: [
        row(`${what} (${PER_SECOND}/s): the most that it is above one’s`, percentAboveOne(shared), '%', {
          goal: { atMost: 15 },
        }),
        row(`${what} (${PER_SECOND_EACH}/s for each): the most that it is above one’s`, percentAboveOne(each), '%', {
          goal: { atMost: 15 },
        }),
      ],
      plots: [
        {
          name: 'replicas',
          title: 'CPU per message, beyond what idle replicas use',
          xLabel: 'replicas of each service',
          yLabel: 'ms',
          series: [
            { label: `${PER_SECOND}/s`, points: SCALES.map((count, index) => [count, shared[index] as number]) },
            {
              label: `${PER_SECOND_EACH}/s for each`,
              points: SCALES.map((count, index) => [count, each[index] as number]),
            },
          ],
        },
      ],
      details: { costsMs: sharing, costsOfEqualSharesMs: equal, idleShares: systems.map(({ idle }) => idle) },
    };
  },
};
