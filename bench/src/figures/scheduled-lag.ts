import type { ApiUser } from '../load/api-user.js';
import { sleep } from '../load/closed-loop.js';
import { Crowd } from '../load/crowd.js';
import { HttpConnection } from '../load/http-connection.js';
import { MarkedMessages } from '../load/marked-messages.js';
import { type Figure, row } from '../measurement.js';
import { Percentiles } from '../stats/percentiles.js';
import type { Stage } from '../system/stage.js';

const FEW = 5;
const MANY = 1_000;
const VERY_MANY = 10_000;
const PARALLEL = 16;
const GIVE_UP_MS = 60_000;
const PROBES = 200;
const FAR_AHEAD_SECONDS = 86_400;

/** Reserve for a slower moment of the machine while messages are scheduled. */
const SLACK = 1.5;
const LEAST_LEAD_SECONDS = 3;
const MAX_TRIES = 3;

/** Rate of scheduling, measured with messages that never become due. */
async function schedulingRate(schedule: Schedule): Promise<number> {
  const startedAt = performance.now();
  await schedule(PROBES, Math.ceil(Date.now() / 1000) + FAR_AHEAD_SECONDS, () => 'Not today.');
  return (PROBES * 1000) / (performance.now() - startedAt);
}

type Schedule = (count: number, dueAtSeconds: number, content: () => string) => Promise<boolean>;

/** Schedules messages to a stream, some at a time. Resolves with false if they became due before all were scheduled. */
function scheduler(port: number, users: readonly ApiUser[], streamId: number): Schedule {
  return async (count, dueAtSeconds, content) => {
    let next = 0;
    let isInTime = true;
    const work = async (user: ApiUser): Promise<void> => {
      const connection = new HttpConnection(port);
      while (next < count && isInTime) {
        next++;
        const { status, body } = await connection.exchange(
          user.post('/scheduled_messages', {
            type: 'stream',
            to: streamId,
            topic: 'later',
            content: content(),
            scheduled_delivery_timestamp: dueAtSeconds,
          }),
        );
        if (status !== 200 && Date.now() < dueAtSeconds * 1000) {
          throw new Error(`POST /scheduled_messages was answered ${status}: ${body}`);
        }
        isInTime &&= status === 200;
      }
      connection.close();
    };
    await Promise.all(users.slice(0, Math.min(PARALLEL, count)).map(work));
    return isInTime && Date.now() < dueAtSeconds * 1000;
  };
}

/** Schedules `count` messages for one moment. Resolves with the lag of each at a client that waits for it. */
async function lagOf(stage: Stage, schedule: Schedule, count: number): Promise<Percentiles> {
  const { users } = await stage.warmCrowd();
  let leadSeconds = LEAST_LEAD_SECONDS + (SLACK * count) / (await schedulingRate(schedule));
  for (let attempt = 1; ; attempt++) {
    const messages = new MarkedMessages();
    const crowd = await Crowd.gather(users.slice(9, 10), messages);
    const dueAtSeconds = Math.ceil(Date.now() / 1000 + leadSeconds);
    const lags: number[] = [];
    messages.onArrival = () => lags.push(Date.now() - dueAtSeconds * 1000);
    const isInTime = await schedule(count, dueAtSeconds, () => messages.next());
    const giveUpAt = performance.now() + Math.max(0, dueAtSeconds * 1000 - Date.now()) + GIVE_UP_MS;
    while (isInTime && lags.length < count && performance.now() < giveUpAt) await sleep(20);
    await crowd.disperse();
    if (isInTime && lags.length < count) throw new Error(`Only ${lags.length} of ${count} messages arrived.`);
    if (isInTime) return new Percentiles(lags);
    if (attempt === MAX_TRIES) throw new Error(`Scheduling ${count} messages took longer than ${leadSeconds} s.`);
    leadSeconds *= 2;
    // Messages that were scheduled too late arrive meanwhile; the next attempt must not count them.
    await stage.becomeIdle();
  }
}

/** Lag of scheduled messages that are due in the same second. */
export const scheduledLag: Figure = {
  name: 'scheduled-lag',
  async measure({ stage: shared }) {
    const stage = await shared();
    const organization = await stage.warmCrowd();
    const schedule = scheduler(stage.port, organization.users, organization.streamId('ten'));
    const few = await lagOf(stage, schedule, FEW);
    const many = await lagOf(stage, schedule, MANY);
    const veryMany = await lagOf(stage, schedule, VERY_MANY);
    const lag = (count: string) => `${count} scheduled messages due at once: lag until a client has it`;
    return {
      measurements: [
        row(`${lag('5')}, the last`, few.max / 1000, 's', { goal: { atMost: 1 } }),
        row(`${lag('1,000')} p50`, many.at(50) / 1000, 's'),
        row(`${lag('1,000')} p99`, many.at(99) / 1000, 's', { goal: { atMost: 3 } }),
        row(`${lag('10,000')} p50`, veryMany.at(50) / 1000, 's'),
        row(`${lag('10,000')} p99`, veryMany.at(99) / 1000, 's'),
      ],
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
