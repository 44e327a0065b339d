import { sleep } from '../load/closed-loop.js';
import { Crowd } from '../load/crowd.js';
import { MarkedMessages } from '../load/marked-messages.js';
import { pacedLoad } from '../load/paced-load.js';
import { Percentiles } from '../stats/percentiles.js';
import { CpuMeter } from '../system/cpu-meter.js';
import type { Figure, FigureContext } from './figure.js';
import { sendAndDeliver } from './send-and-deliver.js';

const SENDERS = 16;
const RECEIVERS = 20;
/** At this pace other code runs than at full load, so it is warmed up separately. */
const LEAD_IN_MS = 4_000;
const DURATION_MS = 10_000;

/** Half of the rate of 16 senders with 20 receivers, from this run if it has that figure. */
async function halfOfMaximum(context: FigureContext): Promise<number> {
  const known = context.earlier.get(sendAndDeliver.name) ?? (await sendAndDeliver.measure(context));
  return Math.floor((known.measurements[0]?.value ?? 0) / 2);
}

/** Time from sending to arrival at 20 receivers, at an even pace of half the own maximum. */
export const halfLoadLatency: Figure = {
  name: 'half-load-latency',
  async measure(context) {
    const perSecond = await halfOfMaximum(context);
    const stage = await context.stage();
    const { users, streamId } = await stage.warmCrowd().then((crowd) => ({
      users: crowd.users,
      streamId: crowd.streamId('one hundred'),
    }));
    const messages = new MarkedMessages();
    const crowd = await Crowd.gather(users.slice(20, 20 + RECEIVERS), messages);
    let sent = 0;
    const next = () => (users[sent++ % SENDERS] as (typeof users)[0]).toStream(streamId, 'paced', messages.next());
    const pace = (durationMs: number) => pacedLoad({ port: stage.port, perSecond, durationMs, next });
    await pace(LEAD_IN_MS);
    await sleep(200);
    messages.reset();
    sent = 0;
    const meter = new CpuMeter(stage.system);
    meter.begin();
    const { latencies, failed } = await pace(DURATION_MS);
    await sleep(200);
    const cpu = meter.end();
    await crowd.disperse();
    const arrivals = new Percentiles(messages.latencies);
    const answers = new Percentiles(latencies);
    const arrival = `at half of the own maximum (${perSecond}/s): send to arrival`;
    return {
      measurements: [
        { what: `${arrival} p50`, value: arrivals.at(50), unit: 'ms', goal: { atMost: 12 }, peer: '57' },
        { what: `${arrival} p99`, value: arrivals.at(99), unit: 'ms', goal: { atMost: 60 }, peer: '190' },
        {
          what: 'whole stack’s CPU per message, 20 receivers, at half load',
          value: cpu.stackMs / sent,
          unit: 'ms',
          goal: { atMost: 1.5 },
          peer: '37',
        },
      ],
      plots: [
        {
          name: 'half-load-latency',
          title: `${perSecond} messages/s to 20 receivers`,
          xLabel: 'percentile',
          yLabel: 'ms',
          series: [answers.curve('answer'), arrivals.curve('arrival')],
        },
      ],
      details: { cpu, failed, arrived: arrivals.count, expected: sent * RECEIVERS },
    };
  },
};
