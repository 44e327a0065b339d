import {
  EVENT_EPOCH_KEY,
  EVENT_SHARDS,
  eventShardOf,
  type QueueNews,
  USERS_PER_EVENT_SHARD_BLOCK,
} from '@chat/contracts';
import { DomainEventLog } from '@chat/event-log';
import { eventually } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { type EventsReplica, SHORT_LEASES, startEventsReplica } from '../testing/events-replicas.js';
import { countedLosses, resetLossCounters } from '../testing/loss-counters.js';
import { RecordedQueue } from '../testing/recorded-queue.js';
import { RewindableRedis, type WayBack } from '../testing/rewindable-redis.js';
import { type Scene, startScene } from '../testing/scene.js';
import { RedisEpochs } from './redis-epochs.js';

/** In several shards, some in one. */
const USERS = [1, 2, 3, 5].map((n) => n * USERS_PER_EVENT_SHARD_BLOCK).concat(65, 66, 129);
const STREAMS = [1, 2, 3];
const WAYS: readonly WayBack[] = ['promotion', 'in place'];

let redis: RewindableRedis;
let scene: Scene;
let organization: Scene['organization'];
let client: Scene['client'];
let replicas: EventsReplica[];
let queues: RecordedQueue[];

beforeEach(async () => {
  resetLossCounters();
  redis = await RewindableRedis.start();
  scene = await startScene(async () => redis);
  ({ organization, client } = scene);
  replicas = [await startEventsReplica(redis.url, SHORT_LEASES), await startEventsReplica(redis.url, SHORT_LEASES)];
  queues = [];
  for (const streamId of STREAMS) organization.stream(streamId);
  for (const userId of USERS) organization.user(userId);
}, 30_000);

afterEach(async () => {
  for (const replica of replicas) await replica.stop();
  await scene.close();
}, 30_000);

const register = async (userId: number): Promise<RecordedQueue> => {
  const way = queues.length % 2 === 0 ? 'replayed' : 'pending';
  const queue = await RecordedQueue.register(client, organization, userId, way);
  queues.push(queue);
  return queue;
};

/** Each queue has ended, or had exactly its events, in order, with increasing ids. Returns the number of live queues. */
const expectEndedOrComplete = async (): Promise<number> => {
  await organization.sweep();
  let live = 0;
  for (const queue of queues) {
    const expected = organization.messagesFor(queue.userId, queue.covered);
    await eventually(
      async () => {
        await queue.readOn().catch(() => {});
        return queue.hasEnded || queue.messageIds.length >= expected.length;
      },
      { what: `${expected.length} messages in the queue of user ${queue.userId}` },
    ).catch(() => {});
    if (queue.hasEnded) continue;
    live++;
    expect([queue.userId, queue.messageIds]).toEqual([queue.userId, expected]);
    expect(queue.eventIds).toEqual([...new Set(queue.eventIds)].sort((one, other) => one - other));
  }
  return live;
};

/** Deterministic: a failure names its seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe.each([
  ['promotion', 'redis server'],
  ['in place', 'redis rewound'],
] as const)('a Redis that lost its newest data (%s)', (way, kind) => {
  it('ends the queues of clients that have lost events, and goes on with the others', async () => {
    await organization.subscribe(64, 1);
    await organization.subscribe(128, 2);
    const [unlucky, lucky] = [await register(64), await register(128)];
    for (const streamId of [1, 2, 1, 2]) await organization.send(streamId);
    await unlucky.readUntil(2);
    await lucky.readUntil(1);
    await redis.remember();
    await organization.send(1);
    await unlucky.readUntil(3);
    const lost = await register(192);

    await redis.goBack(way);
    await organization.send(2);

    await eventually(
      () =>
        unlucky.readOn().then(
          () => false,
          () => unlucky.hasEnded,
        ),
      { what: 'the end of the queue' },
    );
    expect(await client.read(lost.actor, lost.queueId)).toBe('unknown queue');
    queues = [lucky];
    expect(await expectEndedOrComplete()).toBe(1);
    expect(await countedLosses()).toEqual({ [kind]: 1, 'lost tail': 1 });
    await register(64);
    await organization.send(1);
    expect(await expectEndedOrComplete()).toBe(2);
  }, 40_000);

  it('ends the queue of a client that returns after several losses, but not one that lost nothing', async () => {
    for (const userId of [64, 65]) await organization.subscribe(userId, 1);
    const [unlucky, lucky] = [await register(64), await register(65)];
    await organization.send(1);
    for (const queue of queues) await queue.readUntil(1);
    await redis.remember();
    await organization.send(1);
    await unlucky.readUntil(2);
    await redis.goBack(way);
    await organization.sweep();
    await organization.send(1);
    // The lost event again, and another one.
    await lucky.readUntil(3);
    await redis.remember();
    await redis.goBack(way);
    await organization.send(1);
    await lucky.readUntil(4);

    expect(await client.read(unlucky.actor, unlucky.queueId, unlucky.eventIds.at(-1))).toBe('unknown queue');
    queues = [lucky];
    expect(await expectEndedOrComplete()).toBe(1);
  }, 40_000);

  it('still refuses ids that a client made up', async () => {
    await organization.subscribe(64, 1);
    const queue = await register(64);
    await organization.send(1);
    await queue.readUntil(1);
    await redis.remember();
    await redis.goBack(way);
    await organization.send(1);
    await queue.readUntil(2);

    const last = queue.eventIds.at(-1) as number;
    expect(await client.read(queue.actor, queue.queueId, last + 1)).toBe('never issued');
    expect(await client.read(queue.actor, queue.queueId, last)).toEqual([]);
  }, 40_000);
});

describe('event queues while Redis loses its newest data at random moments', () => {
  it.each([1, 2, 3, 4])(
    'have each event once and in order, or end (seed %d)',
    async (seed) => {
      const random = randomFrom(seed);
      const pick = <Item>(items: readonly Item[]) => items[random(items.length)] as Item;
      for (const userId of USERS) await organization.subscribe(userId, pick(STREAMS));
      for (const userId of USERS) await register(userId);

      const traffic = async (steps: number) => {
        for (let step = 0; step < steps; step++) {
          const action = random(12);
          if (action < 1) void organization.announcePresence(pick(USERS)).catch(() => {});
          else if (action < 6) void organization.send(pick(STREAMS)).catch(() => {});
          else if (action < 8) void organization.subscribe(pick(USERS), pick(STREAMS)).catch(() => {});
          else if (action < 9) void organization.unsubscribe(pick(USERS), pick(STREAMS)).catch(() => {});
          else await Promise.all(queues.filter(() => random(2) === 0).map((queue) => queue.readOn().catch(() => {})));
          if (random(4) === 0) await new Promise((resolve) => setTimeout(resolve, random(12)));
        }
      };
      for (let round = 0; round < 3; round++) {
        await Promise.all([traffic(100), redis.remember()]);
        await Promise.all([traffic(random(150)), register(pick(USERS))]);
        await Promise.all([redis.goBack(pick(WAYS)), traffic(100)]);
        await register(pick(USERS));
        await expectEndedOrComplete();
      }

      expect(await expectEndedOrComplete()).toBeGreaterThan(0);
    },
    90_000,
  );
});

describe('two primaries at once', () => {
  it('end the queues of clients that received events of the former one', async () => {
    await organization.subscribe(64, 1);
    await organization.subscribe(128, 2);
    const [unlucky, lucky] = [await register(64), await register(128)];
    await organization.send(1);
    await organization.send(2);
    for (const queue of queues) await queue.readUntil(1);
    // For its first replica a primary draws a new name. A reader that learnt the name after the division would go to the other primary.
    await redis.remember();
    for (const { app } of replicas) await app.get(RedisEpochs).check();
    for (const count of [2, 3]) {
      for (const streamId of [1, 2]) await organization.send(streamId);
      for (const queue of queues) await queue.readUntil(count);
    }
    await redis.remember();

    const endFormer = redis.divide();
    replicas.push(await startEventsReplica(redis.url, SHORT_LEASES));
    const present = new Redis(redis.url);
    // The end of the former primary cuts this connection, too. ioredis prints the stack of an error without a listener.
    present.on('error', () => {});
    await organization.send(1);
    await unlucky.readUntil(4);
    await organization.sweep(new DomainEventLog(present));
    // Beyond the next id that the queue had when the primaries parted.
    const hasEvent = async () => Number(await present.hget(`{q1}:q:${unlucky.queueId}`, 'n')) > 4;
    await eventually(hasEvent, { what: 'the event in the queue at the present primary' });
    await endFormer();
    present.disconnect();
    await organization.send(2);

    expect(await expectEndedOrComplete()).toBe(1);
    expect([unlucky.hasEnded, lucky.hasEnded]).toEqual([true, false]);
  }, 40_000);
});

describe('a queue', () => {
  it('has no heartbeat with the id of a lost one', async () => {
    const queue = await register(64);
    const { actor, queueId } = queue;
    const heartbeat = async (last: number): Promise<QueueNews | undefined> =>
      (await client.fetch([queueId, actor.userId, actor.realmId, last, true, null])).queues[0];
    expect(await heartbeat(-1)).toEqual({ kind: 'heartbeat', id: 0 });
    await redis.remember();
    expect(await heartbeat(0)).toEqual({ kind: 'heartbeat', id: 1 });
    await redis.goBack('promotion');

    const next = (await heartbeat(0)) as QueueNews & { readonly kind: 'heartbeat' };

    expect(next.id).toBeGreaterThan(1_000_000);
    expect(await client.read(actor, queueId, 1)).toBe('unknown queue');
  }, 40_000);

  it('of the former release goes on', async () => {
    await organization.subscribe(64, 1);
    const queue = await register(64);
    await organization.send(1);
    await queue.readUntil(1);
    for (const replica of replicas) await replica.stop();
    await redis.redis.del(EVENT_EPOCH_KEY);
    await redis.redis.hdel(`{q1}:q:${queue.queueId}`, 'e');
    for (const key of await redis.redis.keys('*:lease')) await redis.redis.hdel(key, 'e', 'l');

    replicas = [await startEventsReplica(redis.url, SHORT_LEASES)];
    await organization.send(1);

    expect(await expectEndedOrComplete()).toBe(1);
  }, 40_000);
});

describe('the log of a realm that begins anew', () => {
  it('ends all queues of the realm, also those that are being registered', async () => {
    for (const userId of [64, 128]) await organization.subscribe(userId, 1);
    for (const userId of [64, 128]) await register(userId);
    const registered = queues.map(({ actor, queueId }) => [actor, queueId] as const);
    await organization.beginLog();
    for (const [actor, queueId] of registered) {
      await eventually(async () => (await client.read(actor, queueId)) === 'unknown queue', {
        what: 'the end of a queue',
      });
    }
    expect(await countedLosses()).toEqual({ 'log began anew': 2 });
    queues = [];
    for (const way of ['pending', 'replayed'] as const) {
      let attempts = 0;
      const beginOnce = async () => {
        if (attempts++ === 0) await organization.beginLog();
      };
      const queue = await RecordedQueue.register(client, organization, 64, way, beginOnce);
      // The first attempt failed, or the mark came after it. Each attempt calls the function twice.
      const isUnknown = async () => attempts > 2 || (await client.read(queue.actor, queue.queueId)) === 'unknown queue';
      await eventually(isUnknown, { what: 'the end of a queue that was registered around the mark' });
    }
    queues = [];
    for (const userId of [64, 128]) await register(userId);
    await organization.send(1);

    expect(await expectEndedOrComplete()).toBe(2);
  }, 40_000);
});

describe('a loss', () => {
  it.each([
    ['in place', 'redis rewound', 'Redis went back to older data'],
    ['promotion', 'redis server', 'Redis is another server or has restarted'],
    ['emptied', 'redis wiped', 'Redis lost its data'],
  ] as const)(
    'is logged and counted once by all replicas, and starts every shard anew (%s)',
    async (way, kind, warning) => {
      const warnings = replicas.map(({ resources }) => jest.spyOn(resources.logger, 'warn'));
      await register(64);
      await redis.remember();
      await organization.subscribe(64, 1);
      await organization.send(1);
      await queues[0]?.readUntil(1);

      await (way === 'emptied' ? redis.redis.flushall() : redis.goBack(way));

      const areHeld = () => replicas.reduce((sum, { keeper }) => sum + keeper.parts.held.size, 0) === EVENT_SHARDS;
      const texts = () => warnings.flatMap(({ mock }) => mock.calls.map(([, text]) => text as string));
      // Connections may report that they were cut, and a replica that has no processor for seconds may lose its shards.
      const ofLosses = () => texts().filter((text) => text.endsWith('register again'));
      const isLogged = () => ofLosses().length > 0 && areHeld();
      await eventually(isLogged, { what: 'a warning, and a holder of each shard' });
      expect(await expectEndedOrComplete()).toBe(0);
      expect(ofLosses()).toEqual([expect.stringContaining(warning)]);
      expect(await countedLosses()).toMatchObject({ [kind]: 1 });
    },
    40_000,
  );
});

describe('a shard', () => {
  it('is loaded again after a write that a full Redis refused, without an error for each shard in the log', async () => {
    const errors = replicas.map(({ resources }) => jest.spyOn(resources.logger, 'error'));
    await organization.subscribe(64, 1);
    const queue = await register(64);
    const shards = () => replicas.flatMap(({ keeper }) => keeper.shards()).filter((shard) => shard.queueCount > 0);
    const [former] = shards();

    await redis.redis.config('SET', 'maxmemory', '1');
    await expect(former?.drop(queue.queueId)).rejects.toThrow(/^OOM /);
    await redis.redis.config('SET', 'maxmemory', '0');

    await eventually(() => shards().some((shard) => shard !== former));
    await organization.send(1);
    expect(await expectEndedOrComplete()).toBe(1);
    expect(errors.flatMap(({ mock }) => mock.calls)).toEqual([]);
  }, 40_000);

  it('has a new fencing token after each takeover, also if Redis forgot one', async () => {
    await organization.subscribe(64, 1);
    await register(64);
    const lease = `{q${eventShardOf(64)}}:lease`;
    const tokens = new Set<string | null>();
    for (let round = 0; round < 2; round++) {
      await redis.remember();
      tokens.add(await redis.redis.hget(lease, 't'));
      await redis.goBack('promotion');
      await organization.send(1);
      expect(await expectEndedOrComplete()).toBe(1);
      tokens.add(await redis.redis.hget(lease, 't'));
    }
    expect(tokens.size).toBe(3);
  }, 40_000);
});
