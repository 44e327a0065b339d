import { UserUpdated } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EventsReplica, startEventsReplica } from '../testing/events-replicas.js';
import { type Scene, startScene } from '../testing/scene.js';
import { activityKey } from './queue-store.js';

let scene: Scene;
let redis: Scene['redis'];
let organization: Scene['organization'];
let client: Scene['client'];
let replica: EventsReplica;

beforeEach(async () => {
  scene = await startScene();
  ({ redis, organization, client } = scene);
  organization.stream(1);
});

afterEach(async () => {
  await replica.stop();
  await scene.close();
});

/** Keys of queues in Redis. The lease of a shard stays, for its token. */
const queueKeys = async () => (await redis.redis.keys('{q*')).filter((key) => !key.endsWith(':lease'));

const isUnknown = async (userId: number, queueId: string) =>
  (await client.read(organization.user(userId), queueId)) === 'unknown queue';

/** Longer than a test: the part that passes, `grow` makes pass. */
const LIFETIME_MS = 20_000;

/** Makes more than half of a lifetime pass for queues, as if it was so much longer ago that they were fetched from. */
const grow = async (...queues: [shard: number, queueId: string][]): Promise<void> => {
  for (const [shard, queueId] of queues) await redis.redis.zincrby(activityKey(shard), -0.6 * LIFETIME_MS, queueId);
};

/** Without looking into it, which would keep it. */
const isStored = async (shard: number, queueId: string) => (await redis.redis.exists(`{q${shard}}:q:${queueId}`)) === 1;

describe('a queue', () => {
  it('is dropped with all its keys after its lifetime without a fetch', async () => {
    replica = await startEventsReplica(redis.url, { queueLifetimeMs: LIFETIME_MS });
    for (const userId of [1, 64, 2]) await organization.subscribe(userId, 1);
    const [first, second] = [await client.register(organization.user(1)), await client.register(organization.user(64))];
    const third = await client.register(organization.user(2));
    await organization.send(1);
    await client.readUntil(organization.user(1), first, 1);

    await grow([0, first], [1, second], [0, third]);
    await client.read(organization.user(64), second);
    await grow([0, first], [1, second], [0, third]);
    await eventually(async () => !(await isStored(0, first)), { what: 'the first to be collected' });
    expect(await isStored(1, second)).toBe(true);
    await grow([1, second]);
    await eventually(async () => (await queueKeys()).length === 0, { what: 'no keys of queues' });
    expect([...replica.keeper.shards()].reduce((sum, shard) => sum + shard.queueCount, 0)).toBe(0);
  });

  it('frees its keys when it is deleted by its client, after events that others have too', async () => {
    replica = await startEventsReplica(redis.url);
    const [ana, ben] = [organization.user(1), organization.user(2)];
    await organization.subscribe(1, 1);
    await organization.subscribe(2, 1);
    const [ofAna, ofBen] = [await client.register(ana), await client.register(ben)];
    await organization.send(1);
    await client.readUntil(ana, ofAna, 1);

    expect(await client.delete(ana, ofBen)).toBe('BAD_EVENT_QUEUE_ID');
    expect(await client.delete(ana, ofAna)).toBe('deleted');
    expect(await client.delete(ana, ofAna)).toBe('BAD_EVENT_QUEUE_ID');
    expect(await client.read(ben, ofBen)).toHaveLength(1);
    expect(await client.delete(ben, ofBen)).toBe('deleted');

    await eventually(async () => (await queueKeys()).length === 0, { what: 'no keys of queues' });
  });

  it('that passes its length is dropped whole', async () => {
    replica = await startEventsReplica(redis.url, { queueLimits: { maxEvents: 3, maxBytes: 1_000_000 } });
    const user = organization.user(1);
    await organization.subscribe(1, 1);
    const queueId = await client.register(user);
    for (let message = 0; message < 3; message++) await organization.send(1);
    expect(await client.readUntil(user, queueId, 3)).toHaveLength(3);

    await organization.send(1);

    await eventually(() => isUnknown(1, queueId));
    await eventually(async () => (await queueKeys()).length === 0, { what: 'no keys of queues' });
  });

  it('of an event webhook has room for five times as many events', async () => {
    replica = await startEventsReplica(redis.url, { queueLimits: { maxEvents: 3, maxBytes: 1_000_000 } });
    const user = organization.user(1);
    await organization.subscribe(1, 1);
    const queueId = await client.register(user, { isForWebhook: true });
    for (let message = 0; message < 15; message++) await organization.send(1);
    expect(await client.readUntil(user, queueId, 15)).toHaveLength(15);

    await organization.send(1);

    await eventually(() => isUnknown(1, queueId));
  });

  it('that passes its bytes is dropped whole', async () => {
    replica = await startEventsReplica(redis.url, { queueLimits: { maxEvents: 100, maxBytes: 5_000 } });
    await organization.subscribe(1, 1);
    const queueId = await client.register(organization.user(1));

    await organization.send(1, { renderedContent: 'x'.repeat(6_000) });

    await eventually(() => isUnknown(1, queueId));
  });

  it('too many for a user takes the place of the one fetched from least recently', async () => {
    replica = await startEventsReplica(redis.url, { maxQueuesPerUser: 2 });
    const user = organization.user(1);
    const first = await client.register(user);
    const second = await client.register(user);
    // Times of fetches are in milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await client.read(user, first);

    const third = await client.register(user);

    expect([await isUnknown(1, first), await isUnknown(1, second), await isUnknown(1, third)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('of an event webhook neither counts for the limit of a user nor takes a place', async () => {
    replica = await startEventsReplica(redis.url, { maxQueuesPerUser: 2 });
    const user = organization.user(1);
    const polled = [await client.register(user), await client.register(user)];

    const pushed = [
      await client.register(user, { isForWebhook: true }),
      await client.register(user, { isForWebhook: true }),
    ];

    const found = await Promise.all([...polled, ...pushed].map((queueId) => isUnknown(1, queueId)));
    expect(found).toEqual([false, false, false, false]);
  });

  it('of a deactivated user is dropped', async () => {
    replica = await startEventsReplica(redis.url);
    const queueId = await client.register(organization.user(1));

    await organization.tell('users', UserUpdated.type, {
      userId: 1,
      user: { userId: 1, role: 400, botOwnerId: null, isActive: false },
      previous: { isActive: true },
      actorId: null,
    });

    await eventually(() => isUnknown(1, queueId));
  });

  it('is refused with a narrow that queues do not know, and all public streams to guests', async () => {
    replica = await startEventsReplica(redis.url);

    await expect(client.create(organization.user(1), { narrow: [['search', 'word']] })).rejects.toThrow(
      'Operator search not supported.',
    );
    await expect(client.create(organization.user(2, { role: 600 }), { allPublicStreams: true })).rejects.toThrow(
      'User not authorized for this query',
    );
  });
});
