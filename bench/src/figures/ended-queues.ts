import { Redis } from 'ioredis';
import type { ApiUser } from '../load/api-user.js';
import { sleep } from '../load/closed-loop.js';
import { HttpConnection } from '../load/http-connection.js';
import { threadedLoad } from '../load/paced-load.js';
import { ReturningClient, registrationOf } from '../load/returning-client.js';
import { type Figure, row } from '../measurement.js';
import { type Organization, RETURNING } from '../population/organization.js';
import { latencyPlot, Percentiles } from '../stats/percentiles.js';
import { CpuMeter, type CpuUse } from '../system/processes.js';
import type { Stage } from '../system/stage.js';

const DEVICES_PER_USER = 8;
const QUEUES = 8_000;
const STARTED_AT_ONCE = 250;
const PAUSE_MS = 100;
/** Registrations at a time before the queues end. */
const PARALLEL = 8;
/** So that the statistics of PostgreSQL are those of a system in use. */
const EARLIER_MESSAGES = { perSecond: 200, durationMs: 5_000 };
const SENDS_PER_SECOND = 50;
const SPELL_MS = 2_000;
const GIVE_UP_MS = 180_000;

/** Registers everything for each device, eight at a time. Resolves with the ids of the queues and the registrations per second. */
async function registerCalmly(devices: readonly ApiUser[]) {
  const queueIds: string[] = [];
  let halfwayAt = 0;
  let next = 0;
  const work = async (): Promise<void> => {
    const connection = new HttpConnection((devices[0] as ApiUser).port);
    for (let index = next++; index < devices.length; index = next++) {
      if (index === devices.length / 2) halfwayAt = performance.now();
      const request = registrationOf(devices[index] as ApiUser);
      const { status, body } = await connection.exchange(request);
      if (status !== 200) throw new Error(`A registration was answered ${status}: ${body}`);
      queueIds[index] = JSON.parse(body.toString()).queue_id;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return { queueIds, perSecond: (devices.length / 2 / (performance.now() - halfwayAt)) * 1_000 };
}

/** Clients with waiting polls. */
async function gather(organization: Organization) {
  const devices = Array.from({ length: DEVICES_PER_USER }, () => organization.users).flat();
  const { queueIds, perSecond } = await registerCalmly(devices);
  const clients = devices.map((user, index) => new ReturningClient(user, queueIds[index] as string));
  const returning: Returned[] = [];
  for (const [index, client] of clients.entries()) {
    returning.push(client.returned());
    if (index % STARTED_AT_ONCE === STARTED_AT_ONCE - 1) await sleep(PAUSE_MS);
  }
  return { clients, returning, calmPerSecond: perSecond };
}

type Returned = ReturnType<ReturningClient['returned']>;

/** To a stream of ten: a message to all users would cost more than all registrations. */
function messageOf(organization: Organization): Buffer {
  return organization.user(1).toStream(organization.streamId('ten'), 'return', 'While the clients return.');
}

/** Sends at an even pace until `isOver`, no matter how slow the responses are. */
async function sendUntil(isOver: () => boolean, stage: Stage, organization: Organization) {
  const request = messageOf(organization);
  const spells: ReturnType<typeof threadedLoad>[] = [];
  while (!isOver()) {
    spells.push(threadedLoad({ port: stage.port, perSecond: SENDS_PER_SECOND, durationMs: SPELL_MS, request }));
    await sleep(SPELL_MS);
  }
  const sent = await Promise.all(spells);
  return {
    latencies: sent.flatMap(({ latencies }) => latencies),
    failed: sent.reduce((sum, { failed }) => sum + failed, 0),
  };
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
    const organization = await stage.organization(RETURNING);
    await threadedLoad({ port: stage.port, ...EARLIER_MESSAGES, request: messageOf(organization) });
    await stage.vacuum();
    // The outbox of a system in use does not have the creation of all its users, which every service would read again.
    await stage.forgetWhatHappened();
    const { clients, returning, calmPerSecond } = await gather(organization);
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
    const perSecond = (0.8 * QUEUES) / ((times.at(90) - times.at(10)) / 1_000);
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
        calmPerSecond,
        perSecond,
        lastNoticedMs: noticed.max,
        refusals: clients.reduce((sum, { refusals }) => sum + refusals, 0),
        failures: clients.reduce((sum, { failures }) => sum + failures, 0),
      },
    };
  },
};
