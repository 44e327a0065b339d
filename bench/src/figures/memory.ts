import { Redis } from 'ioredis';
import { sleep } from '../load/closed-loop.js';
import { Crowd, deleteQueues, registerQueues } from '../load/crowd.js';
import { MarkedMessages } from '../load/marked-messages.js';
import { type Figure, row } from '../measurement.js';
import { CROWD, HUNDRED } from '../population/organization.js';
import { childrenOf, residentBytes } from '../system/processes.js';
import { type Stage, warmUp } from '../system/stage.js';

const QUEUES = 10_000;
const MESSAGES = 10;
/** Until the fan-out has written the last message. */
const SETTLE_MS = 3_000;

/** Memory of Redis per event, for messages to 10,000 queues without readers. */
export const queueMemory: Figure = {
  name: 'queue-memory',
  async measure({ stage: shared }) {
    const stage = await shared();
    const organization = await stage.warmCrowd();
    const users = organization.users.slice(0, QUEUES);
    const queueIds = await registerQueues(users);
    const redis = new Redis(stage.system.redisUrl);
    const sender = organization.user(0);
    const send = () => sender.ask(sender.toStream(organization.streamId('everybody'), 'memory', 'Who reads this?'));
    // The first message makes each queue's list; it is counted apart.
    const empty = await usedMemory(redis);
    await send();
    await sleep(SETTLE_MS);
    const before = await usedMemory(redis);
    for (let sent = 0; sent < MESSAGES; sent++) await send();
    await sleep(SETTLE_MS);
    const after = await usedMemory(redis);
    await redis.quit();
    await deleteQueues(users, queueIds);
    return {
      measurements: [
        row(
          'Redis memory per queued message event, 10,000 queues',
          (after - before) / MESSAGES / QUEUES,
          'bytes per queue',
          { goal: { atMost: 100 } },
        ),
      ],
      details: { firstMessageBytesPerQueue: (before - empty) / QUEUES },
    };
  },
};

const usedMemory = async (redis: Redis) => Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);

const POLLS = 10_000;
/** Preloaded into services: a signal makes them return memory. */
export const GIVE_BACK = new URL('../../give-back.mjs', import.meta.url);
const GIVE_BACK_MS = 5_000;
const MIN_ROUNDS = 3;
const MAX_ROUNDS = 12;
const STILL_FALLING = 0.995;
const SERVERS = new Set(['postgres', 'redis']);

/** Until memory stops falling: connections to PostgreSQL and garbage of creating the users go slowly. */
export async function idleMemory(stage: Stage): Promise<Record<string, number>> {
  await stage.becomeIdle();
  let before = memoryOf(stage);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const { service, pid } of stage.system.list()) if (!SERVERS.has(service)) process.kill(pid, 'SIGUSR2');
    await sleep(GIVE_BACK_MS);
    const now = memoryOf(stage);
    if (round >= MIN_ROUNDS && total(now) > total(before) * STILL_FALLING) return now;
    before = now;
  }
  return before;
}

export function memoryOf(stage: Stage): Record<string, number> {
  const children = childrenOf();
  return Object.fromEntries(stage.system.list().map(({ service, pid }) => [service, residentBytes(pid, children)]));
}

const sum = (amounts: readonly number[]): number => amounts.reduce((one, other) => one + other, 0);
export const total = (byService: Record<string, number>): number => sum(Object.values(byService));

/**
 * 10,000 queues, then a poll that waits on each, then none again. Services collect garbage before each measurement, since a heap that was
 * larger has free room. The rest continues to shrink. So polls are compared with the lower of before and after, process by process, which
 * can only make them look larger.
 */
export const pollMemory: Figure = {
  name: 'poll-memory',
  async measure({ ownStage }) {
    const stage = await ownStage({ preload: GIVE_BACK });
    const users = (await stage.organization(CROWD)).users.slice(0, POLLS);
    const queueIds = await registerQueues(users);
    const before = await idleMemory(stage);
    const crowd = await Crowd.poll(users, queueIds, new MarkedMessages());
    const withPolls = await idleMemory(stage).finally(() => crowd.stopPolling());
    const after = await idleMemory(stage).finally(() => crowd.disperse());
    const added = Object.entries(withPolls).map(([service, bytes]) =>
      Math.max(0, bytes - Math.min(before[service] ?? 0, after[service] ?? 0)),
    );
    return {
      measurements: [
        row(
          'memory of one waiting long poll, all processes together (10,000 polls)',
          sum(added) / POLLS / 1024,
          'KiB',
          { goal: { atMost: 20 }, peer: '47' },
        ),
      ],
      details: { before, withPolls, after, failures: crowd.failures },
    };
  },
};

/** Between load and measurement, so that garbage of the load can go. */
const REST_MS = 5_000;

/** Memory of the whole stack, idle after work; shared memory counts once. */
export const resident: Figure = {
  name: 'resident',
  async measure({ ownStage }) {
    const stage = await ownStage();
    await stage.organization(HUNDRED);
    const fresh = memoryOf(stage);
    await warmUp(await stage.organization(HUNDRED), 'one hundred', stage.port);
    await sleep(REST_MS);
    const worked = memoryOf(stage);
    const idle = await stage.cpuDuring(() => sleep(5_000));
    return {
      measurements: [
        row('the whole stack, idle, resident', total(fresh) / 1e9, 'GB', { goal: { atMost: 0.8 }, peer: '2.3' }),
        row('the whole stack, idle after some ten thousand messages, resident', total(worked) / 1e9, 'GB'),
        row('the whole stack, idle: CPU', (idle.stackMs / idle.wallMs) * 100, '% of a core'),
      ],
      details: { fresh, worked, idle },
    };
  },
};
