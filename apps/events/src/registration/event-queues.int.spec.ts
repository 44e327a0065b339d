import { type DeleteEventQueue, EVENT_SHARDS, eventShardOf, UserUpdated } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readUserState } from '../fan-out/live-user.js';
import { BatchWriter } from '../queues/batch.js';
import { userStatesKey } from '../queues/queue-store.js';
import type { Shard } from '../shards/shard.js';
import type { EventsReplica } from '../testing/events-replicas.js';
import type { FakeOrganization } from '../testing/fake-organization.js';
import { messageIds, type QueueClient } from '../testing/queue-client.js';
import { inShard, startTwoReplicas, type TwoReplicas } from '../testing/two-replicas.js';
import { EventQueuesController } from './event-queues.controller.js';

let scene: TwoReplicas;
let organization: FakeOrganization;
let client: QueueClient;

beforeAll(async () => {
  scene = await startTwoReplicas();
  ({ organization, client } = scene);
});

afterAll(() => scene.close());

/** Resolves during a write, with a function that lets the write continue. */
const holdWrites = (writer: BatchWriter) =>
  new Promise<() => void>((resolve) => {
    const { write } = writer;
    jest.spyOn(writer, 'write').mockImplementationOnce(async (...what) => {
      await new Promise<void>((goOn) => resolve(goOn));
      return write.apply(writer, what);
    });
  });

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
    const holder = scene.replicas.find(({ keeper }) => keeper.shard(eventShardOf(user.userId))) as EventsReplica;
    const shard = holder.keeper.shard(eventShardOf(user.userId)) as Shard;
    const isWriting = holdWrites(holder.app.get(BatchWriter));
    await organization.send(1);
    const goOn = await isWriting;

    const deletion = holder.app.get(EventQueuesController).delete({ ...user, queueId } as DeleteEventQueue);
    await eventually(async () => (await client.read(user, queueId)) === 'unknown queue');
    shard.end('released');
    goOn();

    await expect(deletion).resolves.toBeUndefined();
    expect(await client.delete(user, queueId)).toBe('BAD_EVENT_QUEUE_ID');
    await eventually(() => scene.held() === EVENT_SHARDS);
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

  it('have all events of the log after a catch-up at their holder, which other replicas refuse', async () => {
    organization.stream(13);
    const user = organization.user(inShard(23) + 35);
    await organization.subscribe(user.userId, 13);
    const queueId = await client.register(user);
    const holder = await client.holderOf(user.userId);
    const read: unknown[] = [];
    const sent: number[] = [];

    for (let time = 0; time < 10; time++) {
      sent.push(await organization.send(13), await organization.send(13));
      await client.catchUp(holder, user);
      read.push(messageIds(await client.read(user, queueId, 2 * time - 1)));
    }

    expect(read).toEqual(Array.from({ length: 10 }, (_, time) => sent.slice(2 * time, 2 * time + 2)));
    const instances = scene.replicas.map(({ resources }) => resources.settings.instance);
    const other = instances.find((instance) => instance !== holder) as string;
    await expect(client.catchUp(other, user)).rejects.toMatchObject({ status: 503 });
    await expect(client.catchUp(holder, user, '99999999999999-0')).rejects.toMatchObject({ status: 503 });
    await client.delete(user, queueId);
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

  it('omit exactly the events that the snapshots cover', async () => {
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

  it('get the events after a log position that no snapshot covers', async () => {
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

  it('use the role of their user at that position', async () => {
    const user = organization.user(inShard(21) + 33);
    const made = { role: 600, botOwnerId: null, isActive: true };
    await organization.tell('users', UserUpdated.type, { userId: user.userId, user: made });
    const since = await client.logEnd(user.realmId);

    const queueId = await client.registerSince(user, since, { messaging: organization.sequenceOf('messaging') }, []);

    const state = await scene.redis.redis.hget(userStatesKey(eventShardOf(user.userId)), `u${user.userId}`);
    expect(readUserState(state as string)).toMatchObject({ role: 600, roleInSight: 600 });
    await client.delete(user, queueId);
  });

  it.each<[string, (since: string) => [string, Record<string, number>, object]]>([
    ['the log no longer has the position', () => ['1-0', { messaging: 1 }, {}]],
    ['the log ends before the position', () => ['99999999999999-0', { messaging: 1 }, {}]],
    ['there is no snapshot of messaging', (since) => [since, { users: 1 }, {}]],
    ['all public streams are wanted', (since) => [since, { messaging: 1 }, { allPublicStreams: true }]],
  ])('are not registered if %s', async (_, how) => {
    const user = organization.user(inShard(22) + 34);
    await organization.send(1);
    const [since, stamps, options] = how(await client.logEnd(user.realmId));

    await expect(client.registerSince(user, since, stamps, [], options)).rejects.toMatchObject({ status: 503 });
  });

  it('omit events that a snapshot ahead of the log covers', async () => {
    organization.stream(4);
    const user = organization.user(41);
    await organization.subscribe(41, 4);
    const next = organization.sequenceOf('messaging') + 1;
    const queueId = await client.register(user, {}, () => ({ messaging: next }));

    await organization.send(4);
    const second = await organization.send(4);

    expect(messageIds(await client.readUntil(user, queueId, 1))).toEqual([second]);
  });

  it('for all public streams get public messages with and without a subscription', async () => {
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

  it('with a narrow get the matching messages', async () => {
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
