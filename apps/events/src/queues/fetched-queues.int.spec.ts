import { eventShardChannel, eventShardOf, eventShardPrefix, parseEventShardNotice } from '@chat/contracts';
import { eventually, type TestRedis } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeOrganization, REALM_ID } from '../testing/fake-organization.js';
import { messageIds, type QueueClient, type ReadEvent } from '../testing/queue-client.js';
import { inShard, startTwoReplicas, type TwoReplicas } from '../testing/two-replicas.js';

let scene: TwoReplicas;
let redis: TestRedis;
let organization: FakeOrganization;
let client: QueueClient;

beforeAll(async () => {
  scene = await startTwoReplicas();
  ({ redis, organization, client } = scene);
});

afterAll(() => scene.close());

describe('event queues that are fetched', () => {
  it('return events again until they are acknowledged', async () => {
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

  it('return the same for two fetches in one request as in two requests', async () => {
    organization.stream(9);
    const user = organization.user(69);
    await organization.subscribe(69, 9);
    const prefix = eventShardPrefix(eventShardOf(69));
    const idsOf = (read: string | { id: number }[]) => (typeof read === 'string' ? read : read.map(({ id }) => id));
    // One queue at a time: a body that another queue refers to would stay.
    const looks = async (read: (queueId: string) => Promise<(string | { id: number }[])[]>) => {
      const queueId = await client.register(user);
      for (let n = 0; n < 3; n++) await organization.send(9);
      await client.readUntil(user, queueId, 3);
      const found = [...(await read(queueId)), await client.read(user, queueId)];
      await client.read(user, queueId, 2);
      expect([await redis.redis.hlen(`${prefix}bodies`), await redis.redis.hlen(`${prefix}refs`)]).toEqual([0, 0]);
      await client.delete(user, queueId);
      return found.map(idsOf);
    };
    const lastIds = [null, -1, 0, 1, 2, 3];

    for (const first of lastIds) {
      for (const second of lastIds) {
        const inTwo = await looks(async (queueId) => [
          await client.read(user, queueId, first),
          await client.read(user, queueId, second),
        ]);
        const inOne = await looks((queueId) => client.readInOneFetch(user, queueId, [first, second]));

        expect({ first, second, found: inOne }).toEqual({ first, second, found: inTwo });
      }
    }
  }, 180_000);

  it('return many events in parts, for any number of queues in one request', async () => {
    // One stream per queue, because a shared body is returned once.
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
    const lengthOf = ({ user, queueId }: (typeof readers)[number]) =>
      redis.redis.hget(`${eventShardPrefix(eventShardOf(user.userId))}q:${queueId}`, 'l');
    // Earlier, more events may still follow.
    await eventually(async () => (await Promise.all(readers.map(lengthOf))).every((length) => length === '40'), {
      what: 'all events to be in all queues',
    });
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
        // An incomplete result has `more`.
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

  it('return and forget each of more events than one command of Redis reads', async () => {
    organization.stream(13);
    const user = organization.user(74);
    await organization.subscribe(74, 13);
    const queueId = await client.register(user);
    for (let n = 0; n < 1_200; n++) await organization.send(13);
    await client.readUntil(user, queueId, 1_200);
    const ids = (from: number) => Array.from({ length: 1_200 - from }, (_, n) => from + n);
    const eventIds = async (last: number) =>
      ((await client.read(user, queueId, last)) as ReadEvent[]).map(({ id }) => id);

    expect(await eventIds(-1)).toEqual(ids(0));
    for (const last of [499, 500, 1_099]) expect(await eventIds(last)).toEqual(ids(last + 1));
    expect(await client.read(user, queueId, 1_199)).toEqual([]);

    const prefix = eventShardPrefix(eventShardOf(74));
    expect(await redis.redis.hmget(`${prefix}q:${queueId}`, 'l', 'b')).toEqual(['0', '0']);
    expect(await redis.redis.exists(`${prefix}e:${queueId}`, `${prefix}bodies`)).toBe(0);
  }, 60_000);

  it('return the body of an event once, although several shards store it', async () => {
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

  it('notify older polls of a newer one, and a poll that comes late of the newer one', async () => {
    const user = organization.user(66);
    const queueId = await client.register(user);
    const subscriber = redis.redis.duplicate();
    const notices: string[] = [];
    subscriber.on('message', (_, text: string) => notices.push(text));
    await subscriber.subscribe(eventShardChannel(eventShardOf(66)));
    const look = async (poll: string) => {
      await client.fetch([queueId, 66, REALM_ID, -1, false, poll]);
      await redis.redis.publish(eventShardChannel(eventShardOf(66)), 'done');
      // The shard may also publish notices of events, before and after.
      await eventually(() => notices.includes('done'));
      return notices.splice(0).filter((text) => text.startsWith('!'));
    };

    expect(await look('a.1')).toEqual([]);
    expect(await look('+a.1')).toEqual([]);
    expect(await look('b.1')).toEqual([`!${queueId} b.1`]);
    expect(await look('+a.1')).toEqual([]);
    // A poll that came before b.1 and is fetched only now ends; b.1 still waits.
    expect(await look('?c.1')).toEqual([`!${queueId} b.1`]);
    expect(await look('d.1')).toEqual([`!${queueId} d.1`]);
    expect(await look('?d.2')).toEqual([]);
    expect(await look('?c.2')).toEqual([`!${queueId} d.2`]);
    subscriber.disconnect();
  });

  it('have their events in notices if clients poll them, and not if webhooks read them', async () => {
    organization.stream(12);
    const user = organization.user(73);
    await organization.subscribe(73, 12);
    const polled = await client.register(user);
    const ofWebhook = await client.register(user, { isForWebhook: true });
    const subscriber = redis.redis.duplicate();
    const texts: string[] = [];
    subscriber.on('message', (_, text: string) => texts.push(text));
    await subscriber.subscribe(eventShardChannel(eventShardOf(73)));
    const noticeOf = async (messageId: number) => {
      await client.readUntil(user, ofWebhook, messageId);
      const found = await eventually(() => texts.find((text) => text.includes(ofWebhook)));
      texts.length = 0;
      return parseEventShardNotice(found);
    };

    await organization.send(12);
    expect(await noticeOf(1)).toMatchObject({
      kind: 'events',
      queues: [{ queueId: polled, firstId: 0, events: [expect.stringContaining('"type":"message"')] }],
      queueIds: [ofWebhook],
    });
    await client.delete(user, polled);
    texts.length = 0;
    await organization.send(12);
    expect(await noticeOf(2)).toEqual({ kind: 'news', queueIds: [ofWebhook] });
    subscriber.disconnect();
  });

  it('accept a poll that comes late if no other poll waits', async () => {
    const user = organization.user(67);
    const queueId = await client.register(user);
    await client.fetch([queueId, 67, REALM_ID, -1, false, '?a.1']);

    expect(await redis.redis.hget(`${eventShardPrefix(eventShardOf(67))}q:${queueId}`, 'p')).toBe('a.1');
  });

  it('remember the poll that gets a heartbeat until another poll or an event comes', async () => {
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

  it('are readable by their own user only', async () => {
    const user = organization.user(71);
    const queueId = await client.register(user);

    expect(await client.read(organization.user(72), queueId)).toBe('unknown queue');
    expect(await client.read({ ...user, realmId: 2 }, queueId)).toBe('unknown queue');
  });
});
