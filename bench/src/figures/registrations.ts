import { gunzipSync } from 'node:zlib';
import { sleep } from '../load/closed-loop.js';
import { deleteQueues } from '../load/crowd.js';
import { HttpConnection } from '../load/http-connection.js';
import { threadedLoad } from '../load/paced-load.js';
import { type Figure, row } from '../measurement.js';
import { type OrganizationPlan, TEN_THOUSAND, THOUSAND } from '../population/organization.js';
import { latencyPlot, median, Percentiles } from '../stats/percentiles.js';
import { CpuMeter } from '../system/processes.js';
import type { Stage } from '../system/stage.js';

const ROUNDS = 30;
/** Until the just-in-time compiler has finished and the caches are full. */
const WARM_UP_ROUNDS = 300;

/** POST /register of everything, one after the other, each by another user. The warm-up is not counted. */
async function registerInTurn(
  stage: Stage,
  plan: OrganizationPlan,
  { withSubscribers = false, isCompressed = false } = {},
) {
  const users = (await stage.organization(plan)).users.slice(0, WARM_UP_ROUNDS + ROUNDS);
  const connection = new HttpConnection(stage.port);
  const queueIds: string[] = [];
  const times: number[] = [];
  let bytes = 0;
  const meter = new CpuMeter(stage.system);
  for (const [round, user] of users.entries()) {
    if (round === WARM_UP_ROUNDS) meter.begin();
    const plain = user.post('/register', { include_subscribers: withSubscribers, apply_markdown: true });
    const request = isCompressed ? acceptingGzip(plain) : plain;
    const startedAt = performance.now();
    const { status, body } = await connection.exchange(request);
    times.push(performance.now() - startedAt);
    if (status !== 200) throw new Error(`A registration was answered ${status}: ${body.subarray(0, 300)}`);
    bytes = body.length;
    queueIds.push(JSON.parse((isCompressed ? gunzipSync(body) : body).toString()).queue_id);
  }
  const cpu = meter.end();
  connection.close();
  await deleteQueues(users, queueIds);
  return { ms: median(times.slice(WARM_UP_ROUNDS)), kilobytes: bytes / 1024, cpu };
}

const acceptingGzip = (request: Buffer): Buffer =>
  Buffer.from(request.toString('latin1').replace('\r\n', '\r\nAccept-Encoding: gzip\r\n'), 'latin1');

/** Time, CPU and size of the response that a starting client waits for. */
export const register: Figure = {
  name: 'register',
  async measure({ stage: shared }) {
    const stage = await shared();
    const thousand = await registerInTurn(stage, THOUSAND);
    const thousandWithSubscribers = await registerInTurn(stage, THOUSAND, { withSubscribers: true });
    const tenThousand = await registerInTurn(stage, TEN_THOUSAND);
    const compressed = await registerInTurn(stage, TEN_THOUSAND, { isCompressed: true });
    const what = 'POST /register, everything, 100 streams each';
    return {
      measurements: [
        row(`${what}, 1,000 users (median)`, thousand.ms, 'ms', { goal: { atMost: 12 }, peer: '46' }),
        row(`${what}, 1,000 users, with subscribers (median)`, thousandWithSubscribers.ms, 'ms', {
          goal: { atMost: 25 },
          peer: '82',
        }),
        row(`${what}, 1,000 users: size`, thousand.kilobytes, 'KiB', { peer: '470' }),
        row(`${what}, 10,000 users (median)`, tenThousand.ms, 'ms', { goal: { atMost: 60 }, peer: '300' }),
        row(`${what}, 10,000 users, gzip (median)`, compressed.ms, 'ms', { goal: { atMost: 60 } }),
        row(`${what}, 10,000 users, gzip: size`, compressed.kilobytes, 'KiB', { goal: { atMost: 400 } }),
      ],
      details: { thousand, thousandWithSubscribers, tenThousand, compressed },
    };
  },
};

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
    const sender = organization.user(CLIENTS);
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
        row('500 clients register again at once: the last one is served', times.max / 1000, 's', {
          goal: { atMost: 5 },
          peer: '42 (12/s)',
        }),
        row('500 clients register again at once: refused', CLIENTS - served.length, 'clients', { goal: { atMost: 0 } }),
        row('… sends meanwhile p99', answers.at(99), 'ms', { goal: { atMost: 100 } }),
      ],
      plots: [
        latencyPlot('register-storm', '500 clients register again at once', 'percent served', [
          times.curve('registrations'),
          answers.curve('sends meanwhile'),
        ]),
      ],
      details: { cpu, failedSends: failed, megabytesEach: (outcomes[0]?.bytes ?? 0) / 1e6 },
    };
  },
};
