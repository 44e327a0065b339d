import { eventShardOf, eventShardPrefix, USERS_PER_EVENT_SHARD_BLOCK } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  crash,
  type EventsReplica,
  forgetToRenew,
  SHORT_LEASES,
  startEventsReplica,
} from '../testing/events-replicas.js';
import { RecordedQueue } from '../testing/recorded-queue.js';
import { type Scene, startScene } from '../testing/scene.js';

/** In several shards, some in one. */
const USERS = [1, 2, 3, 5, 8, 13, 21, 34].map((n) => n * USERS_PER_EVENT_SHARD_BLOCK).concat(65, 66, 67, 68);
const STREAMS = [1, 2, 3];

let scene: Scene;
let redis: Scene['redis'];
let organization: Scene['organization'];
let client: Scene['client'];
let replicas: EventsReplica[];
let crashed: EventsReplica[];
let queues: RecordedQueue[];

beforeEach(async () => {
  scene = await startScene();
  ({ redis, organization, client } = scene);
  replicas = [await startEventsReplica(redis.url, SHORT_LEASES), await startEventsReplica(redis.url, SHORT_LEASES)];
  crashed = [];
  queues = [];
  for (const streamId of STREAMS) organization.stream(streamId);
  for (const userId of USERS) organization.user(userId);
});

afterEach(async () => {
  for (const replica of [...replicas, ...crashed]) await replica.stop().catch(() => {});
  await scene.close();
});

const register = async (userId: number, meanwhile?: () => Promise<void>): Promise<RecordedQueue> => {
  const way = queues.length % 2 === 0 ? 'replayed' : 'pending';
  const queue = await RecordedQueue.register(client, organization, userId, way, meanwhile);
  queues.push(queue);
  return queue;
};

/** Every queue has had exactly its events of the log, in order. */
const expectComplete = async () => {
  for (const queue of queues) {
    const expected = organization.messagesFor(queue.userId, queue.covered);
    await eventually(
      async () => {
        await queue.readOn();
        return queue.messageIds.length >= expected.length;
      },
      { what: `${expected.length} messages in the queue of user ${queue.userId}` },
    ).catch(() => {});
    expect([queue.userId, queue.messageIds]).toEqual([queue.userId, expected]);
    expect(queue.eventIds).toEqual([...new Set(queue.eventIds)].sort((one, other) => one - other));
  }
};

/** Deterministic: a failure names its seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

async function traffic(random: (below: number) => number, steps: number): Promise<void> {
  const pick = <Item>(items: readonly Item[]) => items[random(items.length)] as Item;
  for (let step = 0; step < steps; step++) {
    const action = random(10);
    const userId = pick(USERS);
    if (action < 6) void organization.send(pick(STREAMS));
    else if (action < 8) void organization.subscribe(userId, pick(STREAMS));
    else if (action < 9) void organization.unsubscribe(userId, pick(STREAMS));
    else if (queues.length > 0)
      await pick(queues)
        .readOn()
        .catch(() => {});
    if (random(4) === 0) await new Promise((resolve) => setTimeout(resolve, random(12)));
  }
  await organization.appended();
}

describe('event queues while replicas come and go', () => {
  it.each([1, 2, 3])(
    'have every event once and in order (seed %d)',
    async (seed) => {
      const random = randomFrom(seed);
      for (const userId of USERS) await organization.subscribe(userId, STREAMS[random(3)] as number);
      for (const userId of USERS) await register(userId);
      const faults: (() => Promise<void>)[] = [
        async () => void replicas.push(await startEventsReplica(redis.url, SHORT_LEASES)),
        async () => {
          const replica = replicas.shift() as EventsReplica;
          await replica.stop();
          replicas.push(await startEventsReplica(redis.url, SHORT_LEASES));
        },
        async () => {
          const replica = replicas.shift() as EventsReplica;
          crashed.push(replica);
          await crash(replica);
          replicas.push(await startEventsReplica(redis.url, SHORT_LEASES));
        },
        async () => {
          const goOn = forgetToRenew(replicas[0] as EventsReplica);
          await new Promise((resolve) => setTimeout(resolve, 1_200));
          goOn();
        },
      ];

      for (let round = 0; round < 3; round++) {
        const fault = faults[random(faults.length)] as () => Promise<void>;
        await Promise.all([traffic(random, 120), fault(), traffic(random, 120)]);
        await register(USERS[random(USERS.length)] as number);
        await traffic(random, 40);
      }

      await expectComplete();
    },
    60_000,
  );

  it.each([4, 5, 6])(
    'begin with the events that their snapshots do not cover, during any events and faults (seed %d)',
    async (seed) => {
      const random = randomFrom(seed);
      for (const userId of USERS) await organization.subscribe(userId, STREAMS[random(3)] as number);
      const somethingHappens = () => traffic(random, random(12));

      for (let round = 0; round < 3; round++) {
        for (const userId of USERS) await register(userId, somethingHappens);
        await traffic(random, 20);
      }

      await expectComplete();
    },
    60_000,
  );

  it('register while a crashed replica’s shards have no holder yet', async () => {
    const [first, second] = replicas as [EventsReplica, EventsReplica];
    crashed.push(first, second);
    replicas = [];
    await Promise.all([crash(first), crash(second)]);
    replicas.push(await startEventsReplica(redis.url, SHORT_LEASES));
    await organization.subscribe(1, 1);

    await register(1);
    await organization.send(1);

    await expectComplete();
  });
});

describe('a replica that stops', () => {
  it('hands over its shards first, and replies to requests until then', async () => {
    await organization.subscribe(1, 1);
    const queue = await register(1);
    const holder = replicas.find(({ resources }) => queue.holder === resources.settings.instance) as EventsReplica;
    const other = replicas.find((replica) => replica !== holder) as EventsReplica;
    const heldAtLast: number[] = [];
    const refusals: unknown[] = [];
    holder.resources.beforeStop(async () => {
      await eventually(() => other.keeper.parts.held.size === 64, { what: 'the other replica to hold everything' });
      heldAtLast.push(holder.keeper.parts.held.size);
      await client
        .createAt(queue.holder, queue.actor)
        .catch((error) => refusals.push(error.status, error.fields.outcome));
    });

    await holder.stop();
    replicas = [other];

    // It was read and refused: the caller would have taken it out of its list at the deadline.
    expect([heldAtLast, refusals]).toEqual([[0], [503, 'unknown']]);
    await organization.send(1);
    await expectComplete();
  });
});

describe('a holder that does not know that it lost its lease', () => {
  it('cannot write, and ends its shards', async () => {
    await organization.subscribe(1, 1);
    const queue = await register(1);
    const holder = replicas.find(({ resources }) => queue.holder === resources.settings.instance) as EventsReplica;
    const shard = holder.keeper.shard(eventShardOf(1));
    forgetToRenew(holder);

    await eventually(async () => (await client.holderOf(1)) !== queue.holder, { what: 'another holder' });
    await organization.send(1);

    await expectComplete();
    await eventually(() => shard?.hasEnded, { what: 'the old holder to notice' });
  });
});

describe('a shard with another stored version than that of its holder', () => {
  it('is loaded again, and lost events are written again', async () => {
    await organization.subscribe(1, 1);
    const queue = await register(1);
    await organization.send(1);
    await queue.readUntil(1);
    // As if Redis had come back without the last write: the queue, the cursor and the version as before.
    const keysOfShard = `${eventShardPrefix(eventShardOf(1))}*`;
    const keys = await redis.redis.keys(keysOfShard);
    const before = await Promise.all(keys.map((key) => redis.redis.dumpBuffer(key)));
    await organization.send(1);
    await queue.peekUntil(1);
    // In one step: the holder renews its lease meanwhile.
    const restoration = redis.redis.multi().del(...(await redis.redis.keys(keysOfShard)));
    for (const [index, key] of keys.entries()) restoration.restore(key, 0, before[index] as Buffer, 'REPLACE');
    expect((await restoration.exec())?.map(([error]) => error)).not.toContainEqual(expect.any(Error));

    await organization.send(1);

    await expectComplete();
  });

  it('is empty after Redis was wiped: its queues are unknown, new ones work', async () => {
    await organization.subscribe(1, 1);
    const queue = await register(1);
    await redis.redis.flushdb();
    organization.forgetLog();

    expect(await client.read(queue.actor, queue.queueId)).toBe('unknown queue');
    queues = [];
    await eventually(() => replicas.reduce((sum, { keeper }) => sum + keeper.parts.held.size, 0) === 64, {
      what: 'all shards to be held again',
    });
    await register(1);
    await organization.send(1);

    await expectComplete();
  });
});
