import {
  eventShardChannel,
  eventShardOf,
  parseEventShardNotice,
  type QueueFetch,
  type QueueNews,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { crash, type EventsReplica, SHORT_LEASES, startEventsReplica } from '../testing/events-replicas.js';
import { RecordedQueue } from '../testing/recorded-queue.js';
import { ReplicatedRedis } from '../testing/replicated-redis.js';
import { type Scene, startScene } from '../testing/scene.js';
import { ReplicaBarrier } from './replica-barrier.js';

const USERS = [64, 65, 128, 192];
const STREAMS = [1, 2];
/** Ids of a new queue are below, those after a new epoch are times. */
const FIRST_ID_OF_AN_EPOCH = 1_000_000;
const UNAVAILABLE = { code: 'SERVICE_UNAVAILABLE' };

let redis: ReplicatedRedis;
let scene: Scene;
let replicas: EventsReplica[];
let queues: RecordedQueue[];
let subscriber: Redis;
/** Notices of the shard of the first user. */
let notices: string[];

/** Two replicas of events with EVENTS_AFTER_REPLICAS, and users 64 and 65 in stream 1. */
async function start(afterReplicas: number, startRedis = () => ReplicatedRedis.start()): Promise<void> {
  redis = await startRedis();
  scene = await startScene(async () => redis);
  const settings = { ...SHORT_LEASES, afterReplicas };
  replicas = [await startEventsReplica(redis.url, settings), await startEventsReplica(redis.url, settings)];
  queues = [];
  notices = [];
  for (const streamId of STREAMS) scene.organization.stream(streamId);
  for (const userId of USERS) scene.organization.user(userId);
  subscriber = new Redis(redis.url);
  subscriber.on('error', () => {});
  subscriber.on('message', (_, text) => notices.push(text));
  await subscriber.subscribe(eventShardChannel(eventShardOf(64)));
}

afterEach(async () => {
  subscriber.disconnect();
  for (const replica of replicas) await replica.stop();
  await scene.close();
}, 30_000);

async function register(userId: number, streamId = 1): Promise<RecordedQueue> {
  await scene.organization.subscribe(userId, streamId);
  const way = queues.length % 2 === 0 ? 'replayed' : 'pending';
  const queue = await RecordedQueue.register(scene.client, scene.organization, userId, way);
  queues.push(queue);
  return queue;
}

const stored = ({ userId, queueId }: RecordedQueue, count: number) =>
  eventually(async () => (await redis.redis.llen(`{q${eventShardOf(userId)}}:e:${queueId}`)) === count, {
    what: `${count} stored events`,
  });

const fetchAt = async (
  { resources }: EventsReplica,
  { actor, queueId }: RecordedQueue,
  wantsHeartbeat = false,
): Promise<QueueNews | undefined> => {
  const fetch: QueueFetch = [queueId, actor.userId, actor.realmId, -1, wantsHeartbeat, null];
  return (await scene.client.fetchAt(resources.settings.instance, fetch)).queues[0];
};

/** Each queue lives and has exactly its messages, in order, with increasing ids. */
async function expectComplete(): Promise<void> {
  await scene.organization.sweep();
  for (const queue of queues) {
    const expected = scene.organization.messagesFor(queue.userId, queue.covered);
    await eventually(
      async () => {
        await queue.readOn().catch(() => {});
        return queue.hasEnded || queue.messageIds.length >= expected.length;
      },
      { withinMs: 15_000, what: `${expected.length} messages in the queue of user ${queue.userId}` },
    );
    expect([queue.userId, queue.hasEnded, queue.messageIds]).toEqual([queue.userId, false, expected]);
    expect(queue.eventIds).toEqual([...new Set(queue.eventIds)].sort((one, other) => one - other));
  }
}

describe('with EVENTS_AFTER_REPLICAS=1', () => {
  it('an event reaches the gateways with its notice, in order', async () => {
    await start(1);
    const queue = await register(64);
    notices.length = 0;
    for (let sent = 0; sent < 20; sent++) await scene.organization.send(1);

    await queue.readUntil(20);

    await eventually(() => notices.length > 0 && JSON.stringify(notices).includes('message 20'));
    const pushed = notices
      .map(parseEventShardNotice)
      .flatMap((notice) => (notice.kind === 'events' ? notice.queues : []));
    const ids = pushed.flatMap(({ firstId, events }) => events.map((_, index) => firstId + index));
    expect(ids).toEqual(queue.eventIds);
  }, 30_000);

  it('clients get neither events nor heartbeats nor queues while the replica hangs, and all of them afterwards', async () => {
    await start(1);
    const [queue, quiet] = [await register(64), await register(128, 2)];
    const warnings = replicas.map(({ resources }) => jest.spyOn(resources.logger, 'warn'));
    notices.length = 0;
    redis.signalReplica('SIGSTOP');
    await scene.organization.send(1);
    await stored(queue, 1);
    const holder = await scene.client.holderOf(192);

    const outcomes = await Promise.allSettled([
      ...replicas.map((replica) => fetchAt(replica, queue)),
      ...replicas.map((replica) => fetchAt(replica, quiet, true)),
      scene.client.createAt(holder, scene.organization.user(192)).then(async (queueId) => {
        await scene.client.open(scene.organization.user(192), queueId, holder);
      }),
    ]);

    expect(outcomes).toEqual(
      outcomes.map(() => ({ status: 'rejected', reason: expect.objectContaining(UNAVAILABLE) })),
    );
    for (const replica of replicas) expect(await fetchAt(replica, quiet)).toEqual({ kind: 'nothing' });
    expect(notices).toEqual([]);
    expect(await redis.redis.zcard('{q3}:activity')).toBe(0);
    redis.signalReplica('SIGCONT');
    await eventually(() => notices.includes(queue.queueId), { what: 'the notice' });
    for (const replica of replicas) expect(await fetchAt(replica, queue)).toMatchObject({ kind: 'events' });
    for (const replica of replicas) expect(await fetchAt(replica, quiet, true)).toMatchObject({ kind: 'heartbeat' });
    await expectComplete();
    const texts = warnings.flatMap(({ mock }) => mock.calls.map(([, text]) => text));
    expect(texts).toEqual(replicas.map(() => expect.stringContaining('Replicas of Redis lack the newest events')));
  }, 40_000);

  it.each([1, 2])(
    'a failover at a random moment ends no queue, and repeats and skips nothing (seed %d)',
    async (seed) => {
      await start(1);
      let state = seed;
      const random = (below: number) => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        return Math.floor((state / 2_147_483_648) * below);
      };
      for (const [index, userId] of USERS.entries()) await register(userId, STREAMS[index % 2]);
      const traffic = async (steps: number) => {
        for (let step = 0; step < steps; step++) {
          if (random(3) > 0) void scene.organization.send(1 + random(2)).catch(() => {});
          else for (const queue of queues) if (random(2) === 0) void queue.readOn().catch(() => {});
          await new Promise((resolve) => setTimeout(resolve, random(8)));
        }
      };
      for (let failover = 0; failover < 2; failover++) {
        await traffic(20 + random(60));
        redis.lag();
        await traffic(random(40));
        await Promise.all([redis.failOver(), traffic(60)]);
        await expectComplete();
      }
      expect(queues.map(({ hasEnded }) => hasEnded)).toEqual(USERS.map(() => false));
    },
    60_000,
  );

  it('the replicas of another server prove nothing', async () => {
    await start(1);
    const queue = await register(64);
    const barrier = (replicas[0] as EventsReplica).app.get(ReplicaBarrier);
    const former = await barrier.reach();
    expect(former).toMatch(/^[0-9a-f]{40}$/);
    await barrier.pass(former as string);
    redis.lag();
    await scene.organization.send(1);
    await stored(queue, 1);
    notices.length = 0;

    await redis.failOver();
    await expectComplete();

    await expect(barrier.pass(former as string)).rejects.toMatchObject(UNAVAILABLE);
    const pushed = notices
      .map(parseEventShardNotice)
      .flatMap((notice) => (notice.kind === 'events' ? notice.queues : []));
    expect(pushed.filter(({ firstId }) => firstId < FIRST_ID_OF_AN_EPOCH)).toEqual([]);
  }, 30_000);

  it('the next holder of a shard announces the events of a dead one', async () => {
    await start(1);
    const queue = await register(64);
    const holder = replicas.find(({ resources }) => resources.settings.instance === queue.holder) as EventsReplica;
    redis.lag();
    await scene.organization.send(1);
    await stored(queue, 1);
    notices.length = 0;

    await crash(holder);
    redis.catchUp();

    await eventually(() => notices.includes(queue.queueId), { what: 'the notice' });
    replicas = replicas.filter((replica) => replica !== holder);
    await expectComplete();
    await holder.stop();
  }, 30_000);

  it('a Redis without a replica serves no queue until it has one', async () => {
    await start(1, () => ReplicatedRedis.startAlone());
    const holder = await scene.client.holderOf(64);
    await expect(
      scene.client
        .createAt(holder, scene.organization.user(64))
        .then((queueId) => scene.client.open(scene.organization.user(64), queueId, holder)),
    ).rejects.toMatchObject(UNAVAILABLE);

    await redis.addReplica();

    await register(64);
    await scene.organization.send(1);
    await expectComplete();
  }, 40_000);
});

describe('with EVENTS_AFTER_REPLICAS=0', () => {
  it('clients do not wait for the replica, and a failover ends the queues of those that received lost events', async () => {
    await start(0);
    const queue = await register(64);
    await scene.organization.send(1);
    await queue.readUntil(1);
    await register(65);
    redis.lag();
    notices.length = 0;
    await scene.organization.send(1);
    await queue.readUntil(2);
    expect(notices.map(parseEventShardNotice)).toEqual([expect.objectContaining({ kind: 'events' })]);

    await redis.failOver();
    await scene.organization.sweep();

    await eventually(
      () =>
        queue.readOn().then(
          () => false,
          () => queue.hasEnded,
        ),
      { withinMs: 10_000, what: 'the end of the queue' },
    );
  }, 30_000);
});
