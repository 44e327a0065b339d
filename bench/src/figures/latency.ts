import { sleep } from '../load/closed-loop.js';
import { Crowd } from '../load/crowd.js';
import { HttpConnection } from '../load/http-connection.js';
import { MarkedMessages } from '../load/marked-messages.js';
import { pacedLoad } from '../load/paced-load.js';
import { type Figure, type FigureContext, row } from '../measurement.js';
import type { Organization } from '../population/organization.js';
import { latencyPlot, Percentiles } from '../stats/percentiles.js';
import { CpuMeter } from '../system/processes.js';
import type { Stage } from '../system/stage.js';
import { sendAndDeliver } from './send.js';

/** Enough that one or two stalls of the disk do not decide the p99. */
const MESSAGES = 500;
const PAUSE_MS = 20;
const RECEIVERS = 20;

/** One sender with pauses. Resolves with the latencies of the responses. */
async function sendSlowly(stage: Stage, organization: Organization, messages: MarkedMessages): Promise<number[]> {
  const streamId = organization.streamId('one hundred');
  const sender = organization.user(0);
  const connection = new HttpConnection(stage.port);
  const answers: number[] = [];
  for (let sent = 0; sent < MESSAGES; sent++) {
    const request = sender.toStream(streamId, 'slow', messages.next());
    const startedAt = performance.now();
    await connection.exchange(request);
    answers.push(performance.now() - startedAt);
    await sleep(PAUSE_MS);
  }
  connection.close();
  return answers;
}

/** One sender on an idle system: latency of the response; then, with 20 receivers, time to arrival. */
export const idleLatency: Figure = {
  name: 'idle-latency',
  async measure({ stage: shared }) {
    const stage = await shared();
    const organization = await stage.warmCrowd();
    const answers = new Percentiles(await sendSlowly(stage, organization, new MarkedMessages()));
    const messages = new MarkedMessages();
    const crowd = await Crowd.gather(organization.users.slice(20, 20 + RECEIVERS), messages);
    await sendSlowly(stage, organization, messages);
    await sleep(100);
    await crowd.disperse();
    const arrivals = new Percentiles(messages.latencies);
    const answer = 'one sender, otherwise idle: answer';
    const arrival = 'idle, 20 receivers: send to arrival';
    return {
      measurements: [
        row(`${answer} p50`, answers.at(50), 'ms', { goal: { atMost: 3 }, peer: '20' }),
        row(`${answer} p99`, answers.at(99), 'ms', { goal: { atMost: 10 }, peer: '37' }),
        row(`${arrival} p50`, arrivals.at(50), 'ms', { goal: { atMost: 5 }, peer: '37' }),
        row(`${arrival} p99`, arrivals.at(99), 'ms', { goal: { atMost: 20 }, peer: '70' }),
      ],
      plots: [
        latencyPlot('idle-latency', 'One sender, otherwise idle', 'percentile', [
          answers.curve('answer'),
          arrivals.curve('arrival at 20 receivers'),
        ]),
      ],
      details: { arrived: arrivals.count, expected: MESSAGES * RECEIVERS },
    };
  },
};

const SENDERS = 16;
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
    const organization = await stage.warmCrowd();
    const streamId = organization.streamId('one hundred');
    const messages = new MarkedMessages();
    const crowd = await Crowd.gather(organization.users.slice(20, 20 + RECEIVERS), messages);
    let sent = 0;
    const next = () => organization.user(sent++ % SENDERS).toStream(streamId, 'paced', messages.next());
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
        row(`${arrival} p50`, arrivals.at(50), 'ms', { goal: { atMost: 12 }, peer: '57' }),
        row(`${arrival} p99`, arrivals.at(99), 'ms', { goal: { atMost: 60 }, peer: '190' }),
        row('whole stack’s CPU per message, 20 receivers, at half load', cpu.stackMs / sent, 'ms', {
          goal: { atMost: 1.5 },
          peer: '37',
        }),
      ],
      plots: [
        latencyPlot('half-load-latency', `${perSecond} messages/s to 20 receivers`, 'percentile', [
          answers.curve('answer'),
          arrivals.curve('arrival'),
        ]),
      ],
      details: { cpu, failed, arrived: arrivals.count, expected: sent * RECEIVERS },
    };
  },
};
