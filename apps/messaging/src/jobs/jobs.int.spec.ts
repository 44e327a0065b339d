import {
  CreateStreamsAsOperator,
  InsertMessagesAsOperator,
  MessageSent,
  MessagesDeleted,
  type MessageToInsert,
  type Principal,
  Role,
  StreamUpdated,
} from '@chat/contracts';
import { DomainEventLog } from '@chat/event-log';
import { Database, lockRealm, openDataSource } from '@chat/persistence';
import { RecordingLogger } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MESSAGING } from '../messaging.options.js';
import type { RealmProjections } from '../projections/realm-projections.js';
import { whileRealmIsLocked } from '../testing/realm-locked.js';
import { sendToStream } from '../testing/requests.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';
import { deleteExpiredSendKeys } from './periodic-jobs.js';
import { RetentionJob } from './retention.job.js';
import { averageWeeklyTraffic, WeeklyTrafficJob } from './weekly-traffic.job.js';

const DAY = 86_400;
const daysAgo = (days: number): number => Math.floor(Date.now() / 1000) - days * DAY;

let messaging: TestMessaging;
let database: Database;
let ana: Principal;
let ben: Principal;
let streamIds: readonly number[];

beforeAll(async () => {
  messaging = await TestMessaging.start();
  ana = await messaging.addUser({ role: Role.Owner });
  ben = await messaging.addUser();
  const dataSource = openDataSource({
    ...MESSAGING.database,
    databaseUrl: messaging.database.url,
    applicationName: 'test-jobs',
  });
  await dataSource.initialize();
  database = new Database('messaging', dataSource, new DomainEventLog(messaging.redis.redis), new RecordingLogger());
  ({ streamIds } = await messaging.request(CreateStreamsAsOperator, {
    realmId: TEST_REALM,
    streams: [
      { name: 'short memory', subscriberIds: [ana.userId, ben.userId], messageRetentionDays: 3 },
      { name: 'long memory', subscriberIds: [ana.userId], messageRetentionDays: 'unlimited' },
      { name: 'as the realm', subscriberIds: [ana.userId, ben.userId], isDefault: true },
    ],
  }));
}, 60_000);
afterAll(async () => {
  await database?.dataSource.destroy();
  await messaging?.close();
});

const insert = (messages: MessageToInsert[], tellClients?: boolean) =>
  messaging.request(InsertMessagesAsOperator, {
    realmId: TEST_REALM,
    messages,
    ...(tellClients !== undefined && { tellClients }),
  });

const inStream = (place: number, days: number, extra: Partial<MessageToInsert> = {}): MessageToInsert => ({
  senderId: ana.userId,
  to: { streamId: streamIds[place] as number, topic: 'history' },
  content: `${days} days ago`,
  sentAtSeconds: daysAgo(days),
  ...extra,
});

describe('operators', () => {
  it('insert messages with their times, in order, with or without events', async () => {
    const before = (await messaging.events()).filter(MessageSent.matches).length;

    const { messageIds } = await insert([inStream(1, 400), inStream(1, 200, { isReadByAll: true })], false);
    await insert([{ senderId: ana.userId, to: { userIds: [ben.userId] }, content: 'hi' }]);

    expect(messageIds).toEqual([...messageIds].sort((a, b) => a - b));
    expect((await messaging.events()).filter(MessageSent.matches)).toHaveLength(before + 1);
    const { rows } = await messaging.sql.query(
      'SELECT content, extract(epoch FROM sent_at)::bigint AS at FROM messages WHERE id = ANY ($1) ORDER BY id',
      [messageIds],
    );
    expect(rows.map(({ content, at }) => [content, Math.round((daysAgo(0) - Number(at)) / DAY)])).toEqual([
      ['400 days ago', 400],
      ['200 days ago', 200],
    ]);
    const marks = await messaging.sql.query('SELECT user_id, read_up_to FROM read_watermarks');
    expect(marks.rows).toEqual([{ user_id: ana.userId, read_up_to: messageIds[1] }]);
  });

  it('receive an error for invalid input, and nothing is inserted', async () => {
    const request = { realmId: TEST_REALM, messages: [inStream(1, 1), { ...inStream(1, 1), senderId: 4711 }] };

    expect(await messaging.refusal(InsertMessagesAsOperator, request)).toBe('Invalid user ID 4711');
    const { rows } = await messaging.sql.query("SELECT 1 FROM messages WHERE content = '1 days ago'");
    expect(rows).toEqual([]);
  });

  it('insert into the same new conversations at once, and each is created once', async () => {
    const dora = await messaging.addUser();
    const others = [ana, ben, dora].map(({ userId }) => userId);
    const messages = others.flatMap((userId) => [
      { senderId: dora.userId, to: { userIds: [userId] }, content: `to ${userId}` },
      { senderId: userId, to: { userIds: [dora.userId] }, content: `back from ${userId}` },
    ]);

    const inserted = await Promise.all(
      [messages, [...messages].reverse(), messages].map((some) => insert(some, false)),
    );

    const { rows } = await messaging.sql.query(
      `SELECT r.user_ids, count(*)::integer AS messages, count(DISTINCT r.id)::integer AS recipients,
         (SELECT count(*)::integer FROM direct_participants p WHERE p.recipient_id = min(r.id)) AS participants
       FROM messages m JOIN recipients r ON r.id = m.recipient_id WHERE m.id = ANY ($1)
       GROUP BY r.user_ids ORDER BY r.user_ids`,
      [inserted.flatMap(({ messageIds }) => messageIds)],
    );
    const alone = { user_ids: [dora.userId], messages: 6, recipients: 1, participants: 1 };
    const withOther = ({ userId }: Principal) => ({
      user_ids: [userId, dora.userId],
      messages: 6,
      recipients: 1,
      participants: 2,
    });
    expect(rows).toEqual([withOther(ana), withOther(ben), alone]);
  });

  it('may request existing streams again', async () => {
    const again = await messaging.request(CreateStreamsAsOperator, {
      realmId: TEST_REALM,
      streams: [{ name: 'LONG memory', subscriberIds: [ben.userId] }],
    });

    expect(again.streamIds).toEqual([streamIds[1]]);
  });
});

describe('retention', () => {
  it('deletes messages older than the retention of the stream or, by default, of the realm', async () => {
    const { messageIds } = await insert([
      inStream(0, 10),
      inStream(0, 1),
      inStream(1, 300),
      inStream(2, 40),
      inStream(2, 5),
    ]);
    await messaging.sql.query('UPDATE streams SET first_message_id = $2 WHERE id = $1', [streamIds[0], messageIds[0]]);
    const projections = { realm: async () => ({ messageRetentionDays: 30 }) } as unknown as RealmProjections;

    const deleted = await new RetentionJob(database, projections).run();

    expect(deleted).toBe(2);
    const { rows } = await messaging.sql.query('SELECT id FROM messages WHERE id = ANY ($1) ORDER BY id', [messageIds]);
    expect(rows.map((row) => Number(row.id))).toEqual([messageIds[1], messageIds[2], messageIds[4]]);
    const published = (await messaging.events()).filter(MessagesDeleted.matches).map(({ payload }) => payload);
    expect(published).toEqual([
      {
        messageIds: [messageIds[0]],
        stream: { streamId: streamIds[0], topic: 'history' },
        audience: { kind: 'stream', streamId: streamIds[0] },
      },
      {
        messageIds: [messageIds[3]],
        stream: { streamId: streamIds[2], topic: 'history' },
        audience: { kind: 'stream', streamId: streamIds[2] },
      },
    ]);
    const begins = (await messaging.events()).filter(StreamUpdated.matches).map(({ payload }) => payload);
    expect(begins.filter(({ stream }) => stream.streamId === streamIds[0]).at(-1)).toMatchObject({
      stream: { firstMessageId: messageIds[1] },
      previous: { firstMessageId: messageIds[0] },
    });
  });

  const keepsThirtyDays = { realm: async () => ({ messageRetentionDays: 30 }) } as unknown as RealmProjections;
  const retention = () => new RetentionJob(database, keepsThirtyDays).run();
  const idsAmong = async (ids: readonly number[]): Promise<number[]> => {
    const { rows } = await messaging.sql.query('SELECT id FROM messages WHERE id = ANY ($1) ORDER BY id', [ids]);
    return rows.map((row) => Number(row.id));
  };

  it('deletes direct messages older than the retention of the realm', async () => {
    const to = { userIds: [ben.userId] };
    const messages = [40, 1, 31].map((days) => ({
      senderId: ana.userId,
      to,
      content: 'hi',
      sentAtSeconds: daysAgo(days),
    }));
    const { messageIds } = await insert(messages);

    expect(await retention()).toBe(2);
    expect(await idsAmong(messageIds)).toEqual([messageIds[1]]);
  });

  it('finds old messages that were imported behind thousands of newer ones', async () => {
    await messaging.sql.query(
      `INSERT INTO messages (id, realm_id, recipient_id, stream_id, sender_id, topic, topic_key, content, rendered_content,
         render_version, client_name, sent_at, is_me, has_link, has_image, has_attachment, is_read_by_sender,
         is_wildcard_mention, mentioned_user_ids, alert_word_user_ids)
       SELECT nextval('message_ids'), $1, recipient_id, id, $3, 't', 't', 'x', 'x', 1, 'test', now(), false, false, false, false,
         true, false, '{}', '{}' FROM streams CROSS JOIN generate_series(1, 5100) WHERE id = $2`,
      [TEST_REALM, streamIds[0], ana.userId],
    );
    const { messageIds } = await insert([inStream(0, 1), inStream(0, 10)]);

    expect(await retention()).toBe(1);
    expect(await idsAmong(messageIds)).toEqual([messageIds[0]]);
  });

  it('does not lock the realm during its search', async () => {
    await insert([inStream(0, 1), { senderId: ana.userId, to: { userIds: [ben.userId] }, content: 'hi' }]);
    await database.transaction(async (tx) => {
      await lockRealm(tx, TEST_REALM);

      expect(await retention()).toBe(0);
    });
  });

  it('keeps messages that were moved, before their deletion, to a stream with longer retention', async () => {
    const { messageIds } = await insert([inStream(0, 10)]);
    const deleted = await whileRealmIsLocked(messaging, retention, (tx) =>
      tx.query(
        `UPDATE messages SET stream_id = s.id, recipient_id = s.recipient_id FROM streams s
         WHERE messages.id = $1 AND s.id = $2`,
        [messageIds[0], streamIds[1]],
      ),
    );

    expect(deleted).toBe(0);
    expect(await idsAmong(messageIds)).toEqual(messageIds);
  });
});

describe('weekly traffic', () => {
  it.each([
    [1000, 3, null],
    [100, 7, 100],
    [100, 14, 50],
    [1234, 28, 310],
    [1234, 400, 310],
    [1, 400, 1],
    [0, 400, 0],
  ])('of %d messages in a stream of %d days is %s', (messages, age, average) => {
    expect(averageWeeklyTraffic(messages, age)).toBe(average);
  });

  it('counts every message once in repeated runs, and publishes the change', async () => {
    const [streamId] = [streamIds[2] as number];
    await messaging.sql.query("UPDATE streams SET created_at = now() - interval '14 days' WHERE id = $1", [streamId]);
    await insert([inStream(2, 1), inStream(2, 2), inStream(2, 2)]);
    const job = new WeeklyTrafficJob(database);

    await job.run();
    await Promise.all([job.run(), job.run()]);

    const { rows } = await messaging.sql.query('SELECT weekly_traffic FROM streams WHERE id = $1', [streamId]);
    expect(rows).toEqual([{ weekly_traffic: 2 }]);
    const published = (await messaging.events())
      .filter(StreamUpdated.matches)
      .filter(({ payload }) => payload.stream.streamId === streamId && 'weeklyTraffic' in payload.previous);
    expect(published.map(({ payload }) => payload.stream.weeklyTraffic)).toEqual([2]);
  });
});

describe('send keys', () => {
  it('are deleted after a day, and not before', async () => {
    const echo = { queueId: 'q', localId: '1' };
    const first = await sendToStream(messaging, ana, 'long memory', 't', 'once', echo);
    await sendToStream(messaging, ana, 'long memory', 't', 'other', { queueId: 'q', localId: '2' });
    await messaging.sql.query("UPDATE send_keys SET created_at = now() - interval '25 hours' WHERE local_id = '1'");

    expect(await deleteExpiredSendKeys(database)).toBe(1);

    expect(await sendToStream(messaging, ana, 'long memory', 't', 'once', echo)).toBeGreaterThan(first);
  });
});
