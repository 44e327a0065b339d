import { sleep } from '../load/closed-loop.js';
import { Crowd, registerQueues } from '../load/crowd.js';
import { HttpConnection } from '../load/http-connection.js';
import { MarkedMessages } from '../load/marked-messages.js';
import { type Figure, row } from '../measurement.js';
import type { Organization } from '../population/organization.js';
import { median, Percentiles } from '../stats/percentiles.js';
import { CpuMeter, type CpuUse } from '../system/processes.js';
import type { Stage } from '../system/stage.js';

const MESSAGES = 5;
const GIVE_UP_MS = 20_000;
/** Between messages, so that every queue is polled again. */
const PAUSE_MS = 2_500;
const SMALL = 2_000;
const LARGE = 10_000;
/** Each waiting poll gets two heartbeats in this time and returns: the main cost of waiting. */
const IDLE_MS = 100_000;

/** Sends some messages one after the other to a waiting crowd. Resolves with the time to the last arrival of each in milliseconds, and its CPU. */
async function sendToAll(
  stage: Stage,
  organization: Organization,
  stream: string,
  messages: MarkedMessages,
  size: number,
) {
  const sender = organization.user(0);
  const connection = new HttpConnection(stage.port);
  const lastArrivals: number[] = [];
  const cpu: CpuUse['byService'][] = [];
  const meter = new CpuMeter(stage.system, false);
  let arrivals = new Percentiles([]);
  for (let round = 0; round < MESSAGES; round++) {
    messages.reset();
    meter.begin();
    await connection.exchange(sender.toStream(organization.streamId(stream), 'crowd', messages.next()));
    const giveUpAt = performance.now() + GIVE_UP_MS;
    while (messages.arrived < size && performance.now() < giveUpAt) await sleep(5);
    if (messages.arrived < size) throw new Error(`Only ${messages.arrived} of ${size} queues got the message.`);
    cpu.push(meter.end().byService);
    arrivals = new Percentiles(messages.latencies);
    lastArrivals.push(arrivals.max);
    await sleep(PAUSE_MS);
  }
  connection.close();
  return { lastArrivals, cpu, curve: arrivals.curve(`${size} queues`) };
}

/** All figures of the large crowd, once it waits. */
async function measureLarge(stage: Stage, organization: Organization, messages: MarkedMessages) {
  await stage.forgetWhatHappened();
  await stage.becomeIdle();
  const idle = await stage.cpuDuring(() => sleep(IDLE_MS));
  return { idle, toLarge: await sendToAll(stage, organization, 'everybody', messages, LARGE) };
}

/** 2,000 and then 10,000 waiting queues: time of a message to all of them, cost of waiting. */
export const waitingCrowd: Figure = {
  name: 'waiting-crowd',
  async measure({ stage: shared }) {
    const stage = await shared();
    const organization = await stage.warmCrowd();
    const messages = new MarkedMessages();
    const small = await Crowd.gather(organization.users.slice(0, SMALL), messages);
    const toSmall = await sendToAll(stage, organization, 'two thousand', messages, SMALL).finally(() =>
      small.disperse(),
    );

    const queueIds = await registerQueues(organization.users.slice(0, LARGE));
    const large = await Crowd.poll(organization.users.slice(0, LARGE), queueIds, messages);
    const { idle, toLarge } = await measureLarge(stage, organization, messages).finally(() => large.disperse());

    return {
      measurements: [
        row(
          'one message to 2,000 waiting queues: the last one has it (median)',
          median(toSmall.lastArrivals) / 1000,
          's',
          { goal: { atMost: 0.2 }, peer: '5.2-7.2' },
        ),
        row(
          'one message to 10,000 waiting queues: the last one has it (median)',
          median(toLarge.lastArrivals) / 1000,
          's',
          { goal: { atMost: 1 } },
        ),
        row('idle CPU with 10,000 waiting polls', (idle.stackMs / idle.wallMs) * 100, '% of a core', {
          goal: { atMost: 5 },
        }),
      ],
      plots: [
        {
          name: 'waiting-crowd',
          title: 'One message to all who wait',
          xLabel: 'percent of the queues',
          yLabel: 'ms since it was sent',
          series: [toSmall.curve, toLarge.curve],
        },
      ],
      details: {
        lastArrivalsMs: { small: toSmall.lastArrivals, large: toLarge.lastArrivals },
        cpuMs: { small: toSmall.cpu, large: toLarge.cpu },
        idle,
        failures: large.failures,
      },
    };
  },
};
