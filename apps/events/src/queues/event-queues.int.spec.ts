import {
  type DeleteEventQueue,
  eventShardChannel,
  eventShardOf,
  eventShardPrefix,
  USERS_PER_EVENT_SHARD_BLOCK,
  UserUpdated,
} from '@chat/contracts';
import { createTestRedis, eventually, type TestRedis } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readUserFacts } from '../fanout/live-user.js';
import type { Shard } from '../shards/shard.js';
import { type EventsReplica, startEventsReplica } from '../testing/events-replicas.js';
import { FakeOrganization, REALM_ID } from '../testing/fake-organization.js';
import { QueueClient, type ReadEvent } from '../testing/queue-client.js';
import { EventQueuesRpc } from './event-queues.rpc.js';
import { factsKey } from './queue-keys.js';
import { QueueStore } from './queue-store.js';

let redis: TestRedis;
let organization: FakeOrganization;
let replicas: EventsReplica[];
let client: QueueClient;

beforeAll(async () => {
  redis = await createTestRedis();
  organization = new FakeOrganization(redis.redis);
  await organization.start(redis.url);
  replicas = [await startEventsReplica(redis.url), await startEventsReplica(redis.url)];
  client = new QueueClient(redis.url, redis.redis);
  await client.start();
  await eventually(() => replicas.every(({ keeper }) => keeper.heldCount > 0) && held() === 64, {
    what: 'both replicas to hold shards',
  });
});

afterAll(async () => {
  await client.close();
  for (const replica of replicas) await replica.stop();
  await organization.close();
  await redis.close();
});

/** Resolves when something is being written, with what lets it go on. */
const holdWrites = (store: QueueStore) =>
  new Promise<() => void>((resolve) => {
    const { write } = store;
    jest.spyOn(store, 'write').mockImplementationOnce(async (...what) => {
      await new Promise<void>((goOn) => resolve(goOn));
      return write.apply(store, what);
    });
  });

const held = () => replicas.reduce((sum, { keeper }) => sum + keeper.heldCount, 0);
/** A user of a shard of its own. */
const inShard = (n: number) => n * USERS_PER_EVENT_SHARD_BLOCK;
const messageIds = (events: ReadEvent[] | string) =>
  typeof events === 'string' ? events : events.map(({ message }) => message?.id);

describe('the event queues of two replicas', () => {
  it('begin with their registration, even the first ones of replicas that did not follow the log', async () => {
    organization.stream(1);
    const user = organization.user(inShard(10));
    await organization.subscribe(user.userId, 1);
    await organization.send(1);
    const queueId = await client.register(user, {}, () => ({}));
    const sent = await organization.send(1);

    expect(messageIds(await client.readUntil(user, queueId, 1))).toEqual([sent]);
    await client.delete(user, queueId);
  });

  it('are deleted though their shard changes hands meanwhile', async () => {
    organization.stream(1);
    const user = organization.user(inShard(11));
    await organization.subscribe(user.userId, 1);
    const queueId = await client.register(user);
    const holder = replicas.find(({ keeper }) => keeper.shard(eventShardOf(user.userId))) as EventsReplica;
    const shard = holder.keeper.shard(eventShardOf(user.userId)) as Shard;
    const isWriting = holdWrites(holder.app.get(QueueStore));
    await organization.send(1);
    const goOn = await isWriting;

    const deletion = holder.app.get(EventQueuesRpc).delete({ ...user, queueId } as DeleteEventQueue);
    await eventually(async () => (await client.read(user, queueId)) === 'unknown queue');
    shard.end('released');
    goOn();

    await expect(deletion).resolves.toBeUndefined();
    expect(await client.delete(user, queueId)).toBe('BAD_EVENT_QUEUE_ID');
    await eventually(() => held() === 64);
  });

  it('get the messages of the streams that their users are subscribed to, from any replica', async () => {
    organization.stream(1);
    const readers = await Promise.all(
      [11, 12, 13, 14, 15, 16].map(async (n) => {
        const userId = inShard(n);
        const user = organization.user(userId);
        if (n !== 16) await organization.subscribe(userId, 1);
        return { user, queueId: await client.register(user) };
      }),
    );
    const sent = [await organization.send(1), await organization.send(1)];

    for (const { user, queueId } of readers.slice(0, 5)) {
      const events = await client.readUntil(user, queueId, 2);
      expect(messageIds(events)).toEqual(sent);
      expect(events.map(({ id }) => id)).toEqual([0, 1]);
    }
    const { user, queueId } = readers[5] as (typeof readers)[number];
    expect(await client.read(user, queueId)).toEqual([]);
  });

  it('follow subscriptions that change', async () => {
    organization.stream(2);
    const user = organization.user(21);
    const queueId = await client.register(user);

    await organization.send(2);
    await organization.subscribe(21, 2);
    const second = await organization.send(2);
    await organization.unsubscribe(21, 2);
    await organization.send(2);
    await organization.subscribe(21, 2);
    const fourth = await organization.send(2);

    expect(messageIds(await client.readUntil(user, queueId, 2))).toEqual([second, fourth]);
  });

  it('leave out what the snapshots cover, and nothing else', async () => {
    organization.stream(3);
    const user = organization.user(31);
    await organization.subscribe(31, 3);
    const { queueId, holder } = await client.create(user);

    await organization.send(3);
    const covered = organization.sequenceOf('messaging');
    const second = await organization.send(3);
    await client.open(user, queueId, holder, { messaging: covered });
    const third = await organization.send(3);

    expect(messageIds(await client.readUntil(user, queueId, 2))).toEqual([second, third]);
  });

  it('are made with what happened since the log ended at some place, and no snapshot covers', async () => {
    organization.stream(11);
    organization.stream(12);
    const user = organization.user(inShard(20) + 32);
    const { userId } = user;
    await organization.subscribe(userId, 11);
    await organization.send(11);
    const since = await client.logEnd(user.realmId);

    await organization.send(11);
    await organization.subscribe(userId, 12);
    await organization.send(12);
    const covered = organization.sequenceOf('messaging');
    const streamIds = [...organization.streamsOf(userId)];
    const third = await organization.send(12);
    await organization.unsubscribe(userId, 11);
    await organization.send(11);
    const queueId = await client.registerSince(user, since, { messaging: covered }, streamIds);
    const fourth = await organization.send(12);
    await organization.send(11);

    expect(messageIds(await client.readUntil(user, queueId, 2))).toEqual([third, fourth]);
  });

  it('are made by the role that their user had at that place', async () => {
    const user = organization.user(inShard(21) + 33);
    const made = { role: 600, botOwnerId: null, isActive: true };
    await organization.tell('users', UserUpdated.type, { userId: user.userId, user: made });
    const since = await client.logEnd(user.realmId);

    const queueId = await client.registerSince(user, since, { messaging: organization.sequenceOf('messaging') }, []);

    const facts = await redis.redis.hget(factsKey(eventShardOf(user.userId)), `u${user.userId}`);
    expect(readUserFacts(facts as string)).toMatchObject({ role: 600, roleInSight: 600 });
    await client.delete(user, queueId);
  });

  it.each<[string, (since: string) => [string, Record<string, number>, object]]>([
    ['the log does not have the place any more', () => ['1-0', { messaging: 1 }, {}]],
    ['the log ended before it', () => ['99999999999999-0', { messaging: 1 }, {}]],
    ['messaging was not asked', (since) => [since, { users: 1 }, {}]],
    ['all public streams are wanted', (since) => [since, { messaging: 1 }, { allPublicStreams: true }]],
  ])('are not made so where %s', async (_, how) => {
    const user = organization.user(inShard(22) + 34);
    await organization.send(1);
    const [since, stamps, options] = how(await client.logEnd(user.realmId));

    await expect(client.registerSince(user, since, stamps, [], options)).rejects.toMatchObject({ status: 503 });
  });

  it('skip what a snapshot covers that is ahead of the log', async () => {
    organization.stream(4);
    const user = organization.user(41);
    await organization.subscribe(41, 4);
    const next = organization.sequenceOf('messaging') + 1;
    const queueId = await client.register(user, {}, () => ({ messaging: next }));

    await organization.send(4);
    const second = await organization.send(4);

    expect(messageIds(await client.readUntil(user, queueId, 1))).toEqual([second]);
  });

  it('keep events until they are acknowledged, and answer the same again', async () => {
    organization.stream(5);
    const user = organization.user(51);
    await organization.subscribe(51, 5);
    const queueId = await client.register(user);
    const sent = [await organization.send(5), await organization.send(5), await organization.send(5)];
    await client.readUntil(user, queueId, 3);

    expect(messageIds(await client.read(user, queueId, -1))).toEqual(sent);
    expect(messageIds(await client.read(user, queueId, -1))).toEqual(sent);
    expect(messageIds(await client.read(user, queueId, 1))).toEqual(sent.slice(2));
    expect(messageIds(await client.read(user, queueId, 1))).toEqual(sent.slice(2));
    expect(await client.read(user, queueId, 0)).toBe('pruned');
    expect(await client.read(user, queueId, 3)).toBe('never issued');
    expect(await client.read(user, queueId, 2)).toEqual([]);
  });

  it('that have much are given it in parts, however many are fetched at once', async () => {
    // A stream for each, since what several get is told once.
    const readers = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const user = organization.user(inShard(n) + 300);
        organization.stream(700 + n);
        await organization.subscribe(user.userId, 700 + n);
        return { user, queueId: await client.register(user) };
      }),
    );
    const sent = readers.map((): number[] => []);
    for (let n = 0; n < 40; n++) {
      for (const [reader, ids] of sent.entries()) {
        ids.push(await organization.send(700 + reader, { renderedContent: 'x'.repeat(12_000) }));
      }
    }
    const got = readers.map((): number[] => []);
    const lastIds = readers.map(() => -1);
    const isAll = readers.map((): boolean | undefined => undefined);
    const sizes: number[] = [];

    while (got.some(({ length }) => length < 40)) {
      const { queues, bodies } = await client.fetch(
        ...readers.map(
          ({ user, queueId }, n) => [queueId, user.userId, user.realmId, lastIds[n] as number, false, null] as const,
        ),
      );
      sizes.push(Object.values(bodies).reduce((sum, body) => sum + body.length, 0));
      for (const [n, news] of queues.entries()) {
        // What is not all says so.
        if (got[n]?.length === 40) expect(isAll[n]).toBe(true);
        else if (isAll[n] !== undefined) expect(isAll[n]).toBe(false);
        if (news.kind !== 'events') continue;
        isAll[n] = news.more === undefined;
        for (const [id, body] of news.entries) {
          lastIds[n] = id;
          got[n]?.push(JSON.parse(`{${bodies[body]}}`).message.id);
        }
      }
    }

    expect(got).toEqual(sent);
    expect(Math.max(...sizes)).toBeLessThan(5_000_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(12 * 40 * 12_000 - 1);
  });

  it('are told the body of an event once, however many shards keep it', async () => {
    organization.stream(8);
    const readers = await Promise.all(
      Array.from({ length: 5 }, async (_, n) => {
        const user = organization.user(inShard(n) + 400);
        await organization.subscribe(user.userId, 8);
        return { user, queueId: await client.register(user) };
      }),
    );
    const sent = [await organization.send(8), await organization.send(8)];

    const fetches = readers.map(({ user, queueId }) => [queueId, user.userId, user.realmId, -1, false, null] as const);
    let fetched = await client.fetch(...fetches);
    await eventually(async () => {
      fetched = await client.fetch(...fetches);
      return fetched.queues.every((news) => news.kind === 'events' && news.entries.length === sent.length);
    });

    expect(
      Object.values(fetched.bodies)
        .map((body) => JSON.parse(`{${body}}`).message.id)
        .sort(),
    ).toEqual(sent);
  });

  it('tell older polls of a newer one, and one that was looked at late of who came after it', async () => {
    const user = organization.user(66);
    const queueId = await client.register(user);
    const subscriber = redis.redis.duplicate();
    const told: string[] = [];
    subscriber.on('message', (_, text: string) => told.push(text));
    await subscriber.subscribe(eventShardChannel(eventShardOf(66)));
    const look = async (poll: string) => {
      await client.fetch([queueId, 66, REALM_ID, -1, false, poll]);
      await redis.redis.publish(eventShardChannel(eventShardOf(66)), 'done');
      // The shard may tell of events besides, before and after.
      await eventually(() => told.includes('done'));
      return told.splice(0).filter((text) => text.startsWith('!'));
    };

    expect(await look('a.1')).toEqual([]);
    expect(await look('+a.1')).toEqual([]);
    expect(await look('b.1')).toEqual([`!${queueId} b.1`]);
    expect(await look('+a.1')).toEqual([]);
    // Who came before b.1 and is only now looked at ends; b.1 still waits.
    expect(await look('?c.1')).toEqual([`!${queueId} b.1`]);
    expect(await look('d.1')).toEqual([`!${queueId} d.1`]);
    expect(await look('?d.2')).toEqual([]);
    expect(await look('?c.2')).toEqual([`!${queueId} d.2`]);
    subscriber.disconnect();
  });

  it('of which nobody waits take a poll that is looked at late', async () => {
    const user = organization.user(67);
    const queueId = await client.register(user);
    await client.fetch([queueId, 67, REALM_ID, -1, false, '?a.1']);

    expect(await redis.redis.hget(`${eventShardPrefix(eventShardOf(67))}q:${queueId}`, 'p')).toBe('a.1');
  });

  it('know the poll that gets a heartbeat until another one comes, or events', async () => {
    organization.stream(8);
    const user = organization.user(68);
    await organization.subscribe(68, 8);
    const queueId = await client.register(user);
    const fetch = async (lastEventId: number, wantsHeartbeat: boolean, poll: string) => {
      const { queues } = await client.fetch([queueId, 68, REALM_ID, lastEventId, wantsHeartbeat, poll]);
      return [queues[0]?.kind, await redis.redis.hget(`${eventShardPrefix(eventShardOf(68))}q:${queueId}`, 'p')];
    };

    expect(await fetch(-1, false, 'a.1')).toEqual(['nothing', 'a.1']);
    expect(await fetch(-1, true, '+a.1')).toEqual(['heartbeat', 'a.1']);
    expect(await fetch(0, true, '+a.1')).toEqual(['heartbeat', 'a.1']);
    expect(await fetch(1, false, 'b.1')).toEqual(['nothing', 'b.1']);
    expect(await fetch(1, true, '+a.1')).toEqual(['heartbeat', 'b.1']);
    await organization.send(8);
    await client.readUntil(user, queueId, 1);
    expect(await fetch(2, true, '+b.1')).toEqual(['events', '']);
  });

  it('make heartbeats with ids of their own', async () => {
    organization.stream(6);
    const user = organization.user(61);
    await organization.subscribe(61, 6);
    const queueId = await client.register(user);
    const fetch = async (lastEventId: number) =>
      (await client.fetch([queueId, 61, REALM_ID, lastEventId, true, null])).queues[0];

    expect(await fetch(-1)).toEqual({ kind: 'heartbeat', id: 0 });
    const sent = await organization.send(6);

    const [event] = await client.readUntil(user, queueId, 1);
    expect([event?.id, event?.message?.id]).toEqual([1, sent]);
    expect(await fetch(0)).toMatchObject({ kind: 'events' });
    expect(await fetch(1)).toEqual({ kind: 'heartbeat', id: 2 });
  });

  it('are nobody else’s', async () => {
    const user = organization.user(71);
    const queueId = await client.register(user);

    expect(await client.read(organization.user(72), queueId)).toBe('unknown queue');
    expect(await client.read({ ...user, realmId: 2 }, queueId)).toBe('unknown queue');
  });

  it('of all public streams get what is public, subscribed or not', async () => {
    organization.stream(8);
    organization.stream(9, true);
    const user = organization.user(81, { isBot: true });
    const queueId = await client.register(user, { allPublicStreams: true });

    const open = await organization.send(8);
    await organization.send(9);
    await organization.subscribe(81, 8);
    const subscribed = await organization.send(8);

    expect(messageIds(await client.readUntil(user, queueId, 2))).toEqual([open, subscribed]);
  });

  it('with a narrow get what it lets through', async () => {
    organization.stream(10);
    const user = organization.user(91);
    await organization.subscribe(91, 10);
    const queueId = await client.register(user, { narrow: [['is', 'mentioned']] });

    await organization.send(10);
    const mention = await organization.send(10, { mentionedUserIds: [91] });

    const events = await client.readUntil(user, queueId, 1);
    expect(messageIds(events)).toEqual([mention]);
    expect(events[0]).toMatchObject({ flags: ['mentioned'] });
  });
});
