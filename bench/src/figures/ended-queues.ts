import { Redis } from 'ioredis';
import { sleep } from '../load/closed-loop.js';
import { registerQueues } from '../load/crowd.js';
import { threadedLoad } from '../load/paced-load.js';
import { ReturningClient } from '../load/returning-client.js';
import { type Figure, row } from '../measurement.js';
import { type Organization, THOUSAND } from '../population/organization.js';
import { latencyPlot, Percentiles } from '../stats/percentiles.js';
import { CpuMeter, type CpuUse } from '../system/processes.js';
import type { Stage } from '../system/stage.js';

const DEVICES_PER_USER = 8;
const QUEUES = 8_000;
const STARTED_AT_ONCE = 250;
const PAUSE_MS = 100;
const SENDS_PER_SECOND = 50;
const SPELL_MS = 2_000;
const GIVE_UP_MS = 180_000;

/** Clients with waiting polls. */
async function gather(organization: Organization): Promise<{ clients: ReturningClient[]; returning: Returned[] }> {
  const devices = Array.from({ length: DEVICES_PER_USER }, () => organization.users).flat();
  const queueIds = await registerQueues(devices);
  const clients = devices.map((user, index) => new ReturningClient(user, queueIds[index] as string));
  const returning: Returned[] = [];
  for (const [index, client] of clients.entries()) {
    returning.push(client.returned());
    if (index % STARTED_AT_ONCE === STARTED_AT_ONCE - 1) await sleep(PAUSE_MS);
  }
  return { clients, returning };
}

type Returned = ReturnType<ReturningClient['returned']>;

/** Sends at an even pace until `isOver`. */
async function sendUntil(isOver: () => boolean, stage: Stage, organization: Organization) {
  const sender = organization.user(1);
  const request = sender.toStream(organization.streamId('stream 0'), 'return', 'While the clients return.');
  const latencies: number[] = [];
  let failed = 0;
  while (!isOver()) {
    const load = { port: stage.port, perSecond: SENDS_PER_SECOND, durationMs: SPELL_MS, request };
    const spell = await threadedLoad(load);
    latencies.push(...spell.latencies);
    failed += spell.failed;
  }
  return { latencies, failed };
}

/** Redis loses everything, as after a failover to an empty server. */
async function emptyRedis({ system }: Stage): Promise<void> {
  const redis = new Redis(system.redisUrl);
  await redis.flushall();
  redis.disconnect();
}

/** 8,000 queues end at once; all clients register everything again while messages are being sent. */
export const endedQueues: Figure = {
  name: 'ended-queues',
  async measure({ ownStage }) {
    const stage = await ownStage();
    const organization = await stage.organization(THOUSAND);
    const { clients, returning } = await gather(organization);
    const meter = new CpuMeter(stage.system);
    meter.begin();
    let isOver = false;
    const sending = sendUntil(() => isOver, stage, organization);
    await sleep(SPELL_MS / 2);
    const beganAt = performance.now();
    await emptyRedis(stage);
    const all: Awaited<Returned>[] = [];
    for (const each of returning) void each.then((times) => all.push(times));
    while (all.length < QUEUES && performance.now() < beganAt + GIVE_UP_MS) await sleep(50);
    isOver = true;
    const cpu: CpuUse = meter.end();
    const { latencies, failed } = await sending;
    for (const client of clients) client.close();
    if (all.length < QUEUES) throw new Error(`Only ${all.length} clients had a queue again in time.`);
    const times = new Percentiles(all.map(({ registeredAt }) => registeredAt - beganAt));
    const noticed = new Percentiles(all.map(({ endedAt }) => endedAt - beganAt));
    const responses = new Percentiles(latencies);
    const what = `${QUEUES.toLocaleString('en')} queues end at once`;
    return {
      measurements: [
        row(`${what}: the last client has registered everything again`, times.max / 1_000, 's', {
          goal: { atMost: 60 },
        }),
        row('… sends meanwhile p99', responses.at(99), 'ms', { goal: { atMost: 150 } }),
      ],
      plots: [
        latencyPlot('ended-queues', `${what}: all register again`, 'percent', [
          noticed.curve('queue ended'),
          times.curve('registered again'),
          responses.curve('sends meanwhile'),
        ]),
      ],
      details: {
        cpu,
        failedSends: failed,
        sends: responses.count,
        sendsP50: responses.at(50),
        slowestSend: responses.max,
        lastNoticedMs: noticed.max,
        refusals: clients.reduce((sum, { refusals }) => sum + refusals, 0),
      },
    };
  },
};
