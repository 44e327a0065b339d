import { sleep } from '../load/closed-loop.js';
import { Crowd } from '../load/crowd.js';
import { HttpConnection } from '../load/http-connection.js';
import { MarkedMessages } from '../load/marked-messages.js';
import type { Measurement } from '../measurement.js';
import { Percentiles } from '../stats/percentiles.js';
import type { Stage } from '../system/stage.js';
import type { Figure } from './figure.js';

const FEW = 5;
const MANY = 1_000;
const VERY_MANY = 10_000;
const PARALLEL = 16;
const GIVE_UP_MS = 60_000;

/** Schedules `count` messages for one moment; resolves with how late each was at a client that waits for it. */
async function lagOf(stage: Stage, count: number): Promise<Percentiles> {
  const organization = await stage.warmCrowd();
  const { users } = organization;
  const streamId = organization.streamId('ten');
  const messages = new MarkedMessages();
  const crowd = await Crowd.gather(users.slice(9, 10), messages);
  // Time for the requests themselves, at some hundred a second.
  const dueAtSeconds = Math.ceil(Date.now() / 1000 + 3 + count / 400);
  let next = 0;
  const schedule = async (sender: number): Promise<void> => {
    const connection = new HttpConnection(stage.port);
    while (next < count) {
      next++;
      const { status, body } = await connection.exchange(
        (users[sender] as (typeof users)[0]).post('/scheduled_messages', {
          type: 'stream',
          to: streamId,
          topic: 'later',
          content: messages.next(),
          scheduled_delivery_timestamp: dueAtSeconds,
        }),
      );
      if (status !== 200) throw new Error(`POST /scheduled_messages was answered ${status}: ${body}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, count) }, (_, sender) => schedule(sender)));
  const earlyBy = dueAtSeconds * 1000 - Date.now();
  if (earlyBy < 0) throw new Error(`Scheduling ${count} messages took ${-earlyBy} ms too long.`);
  const lags: number[] = [];
  messages.onArrival = () => lags.push(Date.now() - dueAtSeconds * 1000);
  const giveUpAt = performance.now() + earlyBy + GIVE_UP_MS;
  while (lags.length < count && performance.now() < giveUpAt) await sleep(20);
  await crowd.disperse();
  if (lags.length < count) throw new Error(`Only ${lags.length} of ${count} scheduled messages arrived.`);
  return new Percentiles(lags);
}

/** How late scheduled messages are when many are due in the same second. */
export const scheduledLag: Figure = {
  name: 'scheduled-lag',
  async measure({ stage: shared }) {
    const stage = await shared();
    const few = await lagOf(stage, FEW);
    const many = await lagOf(stage, MANY);
    const veryMany = await lagOf(stage, VERY_MANY);
    const lag = (count: string) => `${count} scheduled messages due at once: lag until a client has it`;
    const measurements: Measurement[] = [
      { what: `${lag('5')}, the last`, value: few.max / 1000, unit: 's', goal: { atMost: 1 } },
      { what: `${lag('1,000')} p50`, value: many.at(50) / 1000, unit: 's' },
      { what: `${lag('1,000')} p99`, value: many.at(99) / 1000, unit: 's', goal: { atMost: 3 } },
      { what: `${lag('10,000')} p50`, value: veryMany.at(50) / 1000, unit: 's' },
      { what: `${lag('10,000')} p99`, value: veryMany.at(99) / 1000, unit: 's' },
    ];
    return {
      measurements,
      plots: [
        {
          name: 'scheduled-lag',
          title: 'Lag of scheduled messages due in the same second',
          xLabel: 'percent delivered',
          yLabel: 'ms after they were due',
          series: [many.curve('1,000 due'), veryMany.curve('10,000 due')],
        },
      ],
    };
  },
};
