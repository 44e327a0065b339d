import {
  addReaction,
  editMessage,
  getMessages,
  type MessageChanges,
  type Principal,
  Role,
  removeReaction,
  requestOf,
  updateMessageFlags,
  updateStream,
} from '@chat/contracts';
import { partitionOf, stateEventsTailKey } from '@chat/event-log';
import { Database } from '@chat/persistence';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealmProjections } from '../../projections/realm-projections.js';
import { StreamsProjection } from '../../stream-records/streams.projection.js';
import { personalFlags } from '../../testing/personal-flags.js';
import { sendAs } from '../../testing/requests.js';
import { makeStream, subscribeByRows, unsubscribeByRows } from '../../testing/stream-by-sql.js';
import { TEST_REALM, TestMessaging } from '../../testing/test-messaging.js';
import { statesOfMessages } from './message-states.js';
import { ShowMessages } from './show-messages.js';

/* Cached messages are never older than the published changes of any replica. */

let messaging: TestMessaging;
let admin: Principal;
let ana: Principal;
let ben: Principal;
let design: number;
let lunch: number;
let secret: number;

beforeAll(async () => {
  messaging = await TestMessaging.start({ replicas: 2 });
  admin = await messaging.addUser({ fullName: 'Ada', role: Role.Administrator });
  ana = await messaging.addUser({ fullName: 'Ana' });
  ben = await messaging.addUser({ fullName: 'Ben' });
  design = await makeStream(messaging, { name: 'design', subscribers: [admin, ana, ben] });
  lunch = await makeStream(messaging, { name: 'lunch', subscribers: [admin, ana, ben] });
  secret = await makeStream(messaging, { name: 'secret', isPrivate: true, subscribers: [admin, ana] });
}, 60_000);
afterAll(() => messaging.close());

let topics = 0;
const newTopic = () => `topic ${++topics}`;

const send = async (streamId: number, topic: string, content = 'first', sender = ana): Promise<number> =>
  (await sendAs(messaging, { sender, type: 'stream', to: streamId, topic, content, clientName: 'test' })).id;

/** The topic's newest messages, as one replica shows them. */
async function pageOf(replica: '0' | '1', actor: Principal, streamId: number, topic: string) {
  const asOf = (await messaging.redis.redis.get(stateEventsTailKey(partitionOf(TEST_REALM)))) ?? undefined;
  const parameters = {
    anchor: 'newest' as const,
    includeAnchor: true,
    numBefore: 10,
    numAfter: 0,
    narrow: [
      ['stream', streamId],
      ['topic', topic],
    ].map(([operator, operand]) => ({ operator, operand })),
    applyMarkdown: true,
    clientExtavatar: false,
  };
  const context = { realmId: TEST_REALM, requestId: 'test', asOf };
  const { instance } = (messaging.replicas[Number(replica)] as (typeof messaging.replicas)[0]).resources.settings;
  return (await messaging.client.request(requestOf(getMessages), { actor, parameters }, context, instance)).messages;
}

/** Both replicas show the message before the change. Returns the message as the other replica shows it after the change. */
async function shownAfter(change: (messageId: number, topic: string) => Promise<unknown>, content?: string) {
  const topic = newTopic();
  const messageId = await send(design, topic, content);
  for (const replica of ['0', '1'] as const) expect(await pageOf(replica, ben, design, topic)).toHaveLength(1);
  await change(messageId, topic);
  const pages = await Promise.all((['0', '1'] as const).map((replica) => pageOf(replica, ben, design, topic)));
  expect(pages[0]).toEqual(pages[1]);
  return { messageId, page: pages[0] ?? [] };
}

const edit = (messageId: number, change: Partial<MessageChanges>, actor = admin) =>
  messaging.call(editMessage, actor, {
    messageId,
    propagateMode: 'change_one',
    sendNotificationToOldThread: false,
    sendNotificationToNewThread: false,
    ...change,
  });

describe('a page of either replica shows at once', () => {
  it('edited content', async () => {
    const { page } = await shownAfter((id) => edit(id, { content: 'second' }, ana));

    expect(page).toMatchObject([{ content: '<p>second</p>', edit_history: [{ prev_content: 'first' }] }]);
  });

  it('changed mentions', async () => {
    const { page } = await shownAfter((id) => edit(id, { content: '@**Ben**' }, ana));

    expect(page).toMatchObject([{ flags: ['mentioned'] }]);
  });

  it('another topic, and no message in the former topic', async () => {
    const other = newTopic();
    const { page, messageId } = await shownAfter((id) => edit(id, { topic: other }));

    expect(page).toEqual([]);
    expect(await pageOf('1', ben, design, other)).toMatchObject([{ id: messageId, subject: other }]);
  });

  it('another stream, and no message to readers without access to it', async () => {
    const { page, messageId } = await shownAfter((id) => edit(id, { streamId: lunch }));
    expect(page).toEqual([]);
    await edit(messageId, { streamId: secret });

    const topic = `topic ${topics}`;
    for (const replica of ['0', '1'] as const) {
      expect(await pageOf(replica, ben, lunch, topic)).toEqual([]);
      expect(await pageOf(replica, ana, secret, topic)).toMatchObject([{ id: messageId, display_recipient: 'secret' }]);
    }
  });

  it('reactions with the names of the users', async () => {
    const reaction = { emojiName: 'tada' };
    const { page, messageId } = await shownAfter((id) =>
      messaging.call(addReaction, ben, { ...reaction, messageId: id }),
    );
    expect(page).toMatchObject([{ reactions: [{ emoji_name: 'tada', user: { full_name: 'Ben' } }] }]);

    await messaging.changeUser(ben.userId, { fullName: 'Benedict' });
    expect(await pageOf('1', ana, design, `topic ${topics}`)).toMatchObject([
      { reactions: [{ user: { full_name: 'Benedict' } }] },
    ]);
    await messaging.changeUser(ben.userId, { fullName: 'Ben' });
    await messaging.call(removeReaction, ben, { ...reaction, messageId });
    expect(await pageOf('1', ana, design, `topic ${topics}`)).toMatchObject([{ reactions: [] }]);
  });

  it('the name and the picture of the sender', async () => {
    const picture = { avatarSource: 'U', avatarVersion: 7, avatarToken: 'abc' } as const;
    const { page } = await shownAfter(() => messaging.changeUser(ana.userId, { fullName: 'Anabel', ...picture }));

    expect(page).toMatchObject([
      { sender_full_name: 'Anabel', avatar_url: `/user_avatars/${ana.userId}/abc.png?version=7` },
    ]);
    await messaging.changeUser(ana.userId, { fullName: 'Ana' });
  });

  it('the name of the stream', async () => {
    const { page } = await shownAfter(() =>
      messaging.call(updateStream, admin, { streamId: design, newName: 'drawing' }),
    );

    expect(page).toMatchObject([{ display_recipient: 'drawing' }]);
  });

  it('flags', async () => {
    const starring = { op: 'add', flag: 'starred' };
    const { page } = await shownAfter((id) =>
      messaging.call(updateMessageFlags, ben, { ...starring, messageIds: [id] }),
    );

    expect(page).toMatchObject([{ flags: ['starred'] }]);
  });

  it('no history of edits once the realm shows none', async () => {
    const { page } = await shownAfter(async (id) => {
      await edit(id, { content: 'second' }, ana);
      await pageOf('1', ben, design, `topic ${topics}`);
      await messaging.changeRealm({ allowEditHistory: false });
    });

    expect(page[0]).not.toHaveProperty('edit_history');
    await messaging.changeRealm({ allowEditHistory: true });
  });
});

describe('the version of a message', () => {
  const versionOf = async (id: number): Promise<string | null> =>
    (await messaging.sql.query('SELECT version FROM messages WHERE id = $1', [id])).rows[0].version;
  // As a replica of before this column changes it.
  const change = 'UPDATE messages SET is_me = is_me WHERE id = $1';

  it('changes with each committed change, from any user', async () => {
    const id = await send(design, newTopic());
    const versions = [await versionOf(id)];
    for (let n = 0; n < 2; n++) {
      await messaging.sql.query(change, [id]);
      versions.push(await versionOf(id));
    }
    await edit(id, { content: 'second' }, ana);
    versions.push(await versionOf(id));

    expect(versions[0]).toBeNull();
    expect(new Set(versions).size).toBe(4);
  });

  it('is never reused, even after a change that was rolled back', async () => {
    const id = await send(design, newTopic());
    const client = await messaging.sql.connect();
    try {
      await client.query('BEGIN');
      const undone = (await client.query(`${change} RETURNING version`, [id])).rows[0].version;
      await client.query('ROLLBACK');
      expect(await versionOf(id)).toBeNull();
      await client.query(change, [id]);

      expect(undone).not.toBeNull();
      expect(await versionOf(id)).not.toBe(undone);
    } finally {
      client.release();
    }
  });

  it('stays the same while the row is only locked', async () => {
    const id = await send(design, newTopic());
    await messaging.sql.query('SELECT id FROM messages WHERE id = $1 FOR UPDATE', [id]);

    expect(await versionOf(id)).toBeNull();
  });
});

describe('between reading the states and reading the body', () => {
  const view = () => ({ actor: ben, realmId: TEST_REALM, applyMarkdown: true, clientExtavatar: true });
  const service = () => (messaging.replicas[0] as NonNullable<(typeof messaging.replicas)[0]>).app;
  const database = () => service().get(Database);
  const fresh = (on: Database) =>
    new ShowMessages(
      on,
      service().get(RealmProjections, { strict: false }),
      service().get(StreamsProjection, { strict: false }),
    );

  it('an edit of the message: the page shows a single version', async () => {
    const id = await send(design, newTopic());
    const states = await statesOfMessages(database(), ben, TEST_REALM, [id]);
    await edit(id, { content: '@**Ben**' }, ana);

    const [shown] = await fresh(database()).byStates(view(), [states]);

    expect(JSON.parse(shown?.text as string)).toMatchObject({
      content: expect.stringContaining('@Ben'),
      flags: ['mentioned'],
    });
  });

  it.each([
    ['go out of sight', (id: number) => edit(id, { streamId: secret })],
    ['be deleted', (id: number) => messaging.sql.query('DELETE FROM messages WHERE id = $1', [id])],
  ])('the message may %s: the page omits it', async (_, change) => {
    const id = await send(design, newTopic());
    const states = await statesOfMessages(database(), ben, TEST_REALM, [id]);
    await change(id);

    expect(await fresh(database()).byStates(view(), [states])).toEqual([]);
  });

  it.each([
    ['where it is seen: it is shown as it is there', () => lunch, [{ display_recipient: 'lunch' }]],
    ['out of sight: it is not shown', () => secret, []],
  ])('a message of the page of one place may move %s', async (_, to, expected) => {
    const id = await send(design, newTopic());
    const { rows } = await messaging.sql.query('SELECT recipient_id AS id FROM messages WHERE id = $1', [id]);
    const states = await statesOfMessages(database(), ben, TEST_REALM, [id]);
    await edit(id, { streamId: to() });

    const shown = await fresh(database()).byStates(view(), [{ ...states, recipientId: Number(rows[0].id) }]);

    expect(shown.map(({ text }) => JSON.parse(text))).toMatchObject(expected);
  });

  it('repeated changes of the message: the page reads one snapshot', async () => {
    const id = await send(design, newTopic());
    let changes = 0;
    const restless = Object.create(database()) as Database;
    restless.queryPrepared = async (sql: string, parameters: readonly unknown[] = []) => {
      const rows = await database().queryPrepared(sql, parameters);
      await messaging.sql.query('UPDATE messages SET rendered_content = $2 WHERE id = $1', [id, `<p>${++changes}</p>`]);
      return rows as never;
    };

    const [shown] = await fresh(restless).byIds(view(), [id]);

    expect(changes).toBeGreaterThan(3);
    expect(JSON.parse(shown?.text as string)).toMatchObject({ content: `<p>${changes}</p>` });
  });
});

describe('flags of a page', () => {
  it('equal those that SQL computes for each message', async () => {
    const places = [design, lunch, secret];
    const topic = newTopic();
    const ids: number[] = [];
    for (let n = 0; n < 40; n++) {
      ids.push(
        await send(
          places[n % 2] as number,
          n % 3 === 0 ? (n % 2 === 0 ? topic : topic.toUpperCase()) : `${topic} b`,
          n % 7 === 0 ? '@**all**' : 'x',
          n % 5 ? ana : ben,
        ),
      );
      if (n === 10) await unsubscribeByRows(messaging, lunch, ben);
      if (n === 20) await subscribeByRows(messaging, lunch, ben);
      if (n % 8 === 0) await edit(ids.at(-1) as number, { streamId: places[(n + 1) % 2] as number });
      if (n % 9 === 0) await edit(ids.at(-1) as number, { topic: `${topic} c` });
    }
    const database = (messaging.replicas[0] as NonNullable<(typeof messaging.replicas)[0]>).app.get(Database);
    const middle = ids[15] as number;
    const steps: readonly [string, readonly unknown[]][] = [
      ['SELECT $1::bigint', [ben.userId]],
      [
        `INSERT INTO read_watermarks (user_id, recipient_id, is_whole_recipient, topic_key, read_up_to)
         SELECT $1, recipient_id, false, $2, $3 FROM streams`,
        [ben.userId, topic, ids[30]],
      ],
      [
        `INSERT INTO message_flags (user_id, message_id, is_read, is_starred, is_collapsed)
         SELECT $1, id, CASE id % 3 WHEN 0 THEN true WHEN 1 THEN false END, id % 2 = 0, id % 5 = 0
         FROM messages WHERE id % 4 = 0 ON CONFLICT DO NOTHING`,
        [ben.userId],
      ],
      [
        `INSERT INTO read_watermarks (user_id, recipient_id, is_whole_recipient, topic_key, read_up_to)
         SELECT $1, recipient_id, true, '', $3 FROM streams WHERE id = $2`,
        [ben.userId, lunch, middle],
      ],
      [
        `INSERT INTO read_watermarks (user_id, recipient_id, is_whole_recipient, topic_key, read_up_to)
         VALUES ($1, 0, true, '', $2)`,
        [ben.userId, ids[5]],
      ],
    ];
    for (const [sql, parameters] of steps) {
      await messaging.sql.query(sql, [...parameters]);
      const page = {
        anchor: 'newest' as const,
        includeAnchor: true,
        numBefore: 100,
        numAfter: 0,
      };
      for (const narrow of [[['stream', String(design)]], [['stream', 'lunch']], []]) {
        for (const actor of [ben, ana]) {
          const named = narrow.map(([operator, operand]) => ({ operator, operand: Number(operand) || operand }));
          const selection = { ...page, narrow: named, applyMarkdown: true, clientExtavatar: true };
          const { messages } = await messaging.call(getMessages, actor, selection);
          const expected = await personalFlags(
            database,
            actor.userId,
            messages.map(({ id }) => id as number),
          );

          expect(messages.length).toBeGreaterThan(10);
          expect(new Map(messages.map(({ id, flags }) => [id, flags]))).toEqual(expected);
        }
      }
    }
  });
});
