import { sleep } from '../load/closed-loop.js';
import { Crowd } from '../load/crowd.js';
import { HttpConnection } from '../load/http-connection.js';
import { MarkedMessages } from '../load/marked-messages.js';
import type { Organization } from '../population/organization.js';
import { Percentiles } from '../stats/percentiles.js';
import type { Stage } from '../system/stage.js';
import type { Figure } from './figure.js';

/** Enough that one or two stalls of the disk do not decide the p99. */
const MESSAGES = 500;
const PAUSE_MS = 20;
const RECEIVERS = 20;

/** One sender with pauses. Resolves with the latencies of the responses. */
async function sendSlowly(stage: Stage, organization: Organization, messages: MarkedMessages): Promise<number[]> {
  const streamId = organization.streamId('one hundred');
  const [sender] = organization.users as [Organization['users'][0]];
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
        { what: `${answer} p50`, value: answers.at(50), unit: 'ms', goal: { atMost: 3 }, peer: '20' },
        { what: `${answer} p99`, value: answers.at(99), unit: 'ms', goal: { atMost: 10 }, peer: '37' },
        { what: `${arrival} p50`, value: arrivals.at(50), unit: 'ms', goal: { atMost: 5 }, peer: '37' },
        { what: `${arrival} p99`, value: arrivals.at(99), unit: 'ms', goal: { atMost: 20 }, peer: '70' },
      ],
      plots: [
        {
          name: 'idle-latency',
          title: 'One sender, otherwise idle',
          xLabel: 'percentile',
          yLabel: 'ms',
          series: [answers.curve('answer'), arrivals.curve('arrival at 20 receivers')],
        },
      ],
      details: { arrived: arrivals.count, expected: MESSAGES * RECEIVERS },
    };
  },
};
