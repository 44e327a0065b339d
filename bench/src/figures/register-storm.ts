import { sleep } from '../load/closed-loop.js';
import { HttpConnection } from '../load/http-connection.js';
import { threadedLoad } from '../load/threaded-load.js';
import { THOUSAND } from '../population/plans.js';
import { Percentiles } from '../stats/percentiles.js';
import { CpuMeter } from '../system/cpu-meter.js';
import type { Figure } from './figure.js';

const CLIENTS = 500;
const SENDS_PER_SECOND = 50;
const SENDING_MS = 6_000;
const STORM_AFTER_MS = 500;

/** 500 clients register again at once, as after a restart, while messages are being sent. */
export const registerStorm: Figure = {
  name: 'register-storm',
  async measure({ stage: shared }) {
    const stage = await shared();
    const organization = await stage.organization(THOUSAND);
    const { users } = organization;
    const streamId = organization.streamId('stream 0');
    const sender = users[CLIENTS] as (typeof users)[0];
    await sender.ask(sender.toStream(streamId, 'storm', 'Before the storm.'));
    const request = sender.toStream(streamId, 'storm', 'During the storm.');
    // Opening 500 connections at once blocks this thread for up to 86 ms.
    const sends = threadedLoad({ port: stage.port, perSecond: SENDS_PER_SECOND, durationMs: SENDING_MS, request });
    await sleep(STORM_AFTER_MS);
    const meter = new CpuMeter(stage.system);
    meter.begin();
    const startedAt = performance.now();
    const outcomes = await Promise.all(
      users.slice(0, CLIENTS).map(async (user) => {
        const connection = new HttpConnection(stage.port);
        const { status, body } = await connection.exchange(user.post('/register', { apply_markdown: true }));
        connection.close();
        return { isServed: status === 200, ms: performance.now() - startedAt, bytes: body.length };
      }),
    );
    const cpu = meter.end();
    const { latencies, failed } = await sends;
    const served = outcomes.filter(({ isServed }) => isServed);
    const times = new Percentiles(served.map(({ ms }) => ms));
    const answers = new Percentiles(latencies);
    return {
      measurements: [
        {
          what: '500 clients register again at once: the last one is served',
          value: times.max / 1000,
          unit: 's',
          goal: { atMost: 5 },
          peer: '42 (12/s)',
        },
        {
          what: '500 clients register again at once: refused',
          value: CLIENTS - served.length,
          unit: 'clients',
          goal: { atMost: 0 },
        },
        { what: '… sends meanwhile p99', value: answers.at(99), unit: 'ms', goal: { atMost: 100 } },
      ],
      plots: [
        {
          name: 'register-storm',
          title: '500 clients register again at once',
          xLabel: 'percent served',
          yLabel: 'ms',
          series: [times.curve('registrations'), answers.curve('sends meanwhile')],
        },
      ],
      details: { cpu, failedSends: failed, megabytesEach: (outcomes[0]?.bytes ?? 0) / 1e6 },
    };
  },
};
