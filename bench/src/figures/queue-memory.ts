import { Redis } from 'ioredis';
import { sleep } from '../load/closed-loop.js';
import { deleteQueues, registerQueues } from '../load/crowd.js';
import type { Figure } from './figure.js';

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
    const [sender] = users as [(typeof users)[0]];
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
        {
          what: 'Redis memory per queued message event, 10,000 queues',
          value: (after - before) / MESSAGES / QUEUES,
          unit: 'bytes per queue',
          goal: { atMost: 100 },
        },
      ],
      details: { firstMessageBytesPerQueue: (before - empty) / QUEUES },
    };
  },
};

const usedMemory = async (redis: Redis): Promise<number> =>
  Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
