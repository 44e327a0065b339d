import {
  getReadReceipts,
  type MessageFlagsChangedPayload,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  type Principal,
  setUserTopic,
  updateMessageFlags,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EditedMessage, lockMessage, updatePlace } from '../message-edits/message-edits.repository.js';
import { deleteMessages } from '../messages/delete-messages.js';
import { personalFlags } from '../testing/personal-flags.js';
import { whileRealmIsLocked } from '../testing/realm-locked.js';
import { sendAs } from '../testing/requests.js';
import { makeStream, subscribeByRows } from '../testing/stream-by-sql.js';
import { TestMessaging } from '../testing/test-messaging.js';
import { withinLimit } from './message-flags.service.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;
let cleo: Principal;
let design: number;
let lunch: number;
let secret: number;

beforeAll(async () => {
  messaging = await TestMessaging.start();
  ana = await messaging.addUser();
  ben = await messaging.addUser();
  cleo = await messaging.addUser();
  design = await makeStream(messaging, { name: 'design', subscribers: [ana, ben] });
  lunch = await makeStream(messaging, { name: 'lunch', subscribers: [ana, ben, cleo] });
  secret = await makeStream(messaging, { name: 'secret', isPrivate: true, subscribers: [ana] });
});
afterAll(() => messaging.close());

const send = async (
  to: number | number[],
  { sender = ana, topic = 'logo', content = 'x', clientName = 'test' } = {},
): Promise<number> => {
  const type = typeof to === 'number' ? 'stream' : 'direct';
  return (await sendAs(messaging, { sender, type, to, topic, content, clientName })).id;
};
const flagsOf = async (user: Principal, messageId: number): Promise<string[]> => {
  const database = messaging.replicas[0]?.app.get(Database) as Database;
  return (await personalFlags(database, user.userId, [messageId])).get(messageId) ?? [];
};
const update = (actor: Principal, messageIds: number[], op: string, flag = 'read') =>
  messaging.call(updateMessageFlags, actor, { messageIds, op, flag });
const flagEvents = async (user: Principal): Promise<MessageFlagsChangedPayload[]> =>
  (await messaging.events())
    .filter(({ type }) => type === 'messaging.message_flags_changed')
    .map(({ payload }) => payload as MessageFlagsChangedPayload)
    .filter(({ userId }) => userId === user.userId);
interface Unread {
  count: number;
  pms: { other_user_id: number; unread_message_ids: number[] }[];
  huddles: { user_ids_string: string; unread_message_ids: number[] }[];
  streams: { stream_id: number; topic: string; unread_message_ids: number[] }[];
  mentions: number[];
}
const register = async (actor: Principal): Promise<{ unread_msgs: Unread; starred_messages: number[] }> => {
  const state = await messaging.registerState(actor, ['message', 'update_message_flags', 'starred_messages']);
  return state as never;
};

describe('flags of a message', () => {
  it('derive from sender, mentions and subscription of the reader', async () => {
    const before = await send(lunch, { content: `@**${ben.fullName}** and @**all**` });
    const dora = await messaging.addUser();
    await subscribeByRows(messaging, lunch, dora);
    const ofAPerson = await send(lunch, { clientName: 'website' });

    expect(await flagsOf(ana, before)).toEqual(['wildcard_mentioned']);
    expect(await flagsOf(ana, ofAPerson)).toEqual(['read']);
    expect(await flagsOf(ben, before)).toEqual(['mentioned', 'wildcard_mentioned']);
    expect(await flagsOf(dora, before)).toEqual(['read', 'historical']);
    expect(await flagsOf(dora, ofAPerson)).toEqual([]);
  });

  it('are set and cleared by requests, and each change is published once', async () => {
    const first = await send(design);
    const second = await send(design);
    const publishedBefore = (await flagEvents(ben)).length;

    expect(await update(ben, [second, first, 99_999], 'add')).toEqual({ messages: [first, second] });
    expect(await update(ben, [first, second], 'add')).toEqual({ messages: [first, second] });
    await update(ben, [first], 'add', 'starred');
    await update(ben, [first], 'add', 'collapsed');
    expect(await flagsOf(ben, first)).toEqual(['read', 'starred', 'collapsed']);
    await update(ben, [first], 'remove', 'read');
    await update(ben, [first], 'remove', 'collapsed');

    expect(await flagsOf(ben, first)).toEqual(['starred']);
    expect((await register(ben)).starred_messages).toEqual([first]);
    expect((await flagEvents(ben)).slice(publishedBefore)).toEqual([
      { userId: ben.userId, op: 'add', flag: 'read', messageIds: [first, second], all: false },
      { userId: ben.userId, op: 'add', flag: 'starred', messageIds: [first], all: false },
      { userId: ben.userId, op: 'add', flag: 'collapsed', messageIds: [first], all: false },
      {
        userId: ben.userId,
        op: 'remove',
        flag: 'read',
        messageIds: [first],
        all: false,
        details: [
          { messageId: first, kind: 'stream', streamId: design, topic: 'logo', isMentioned: false, isMuted: false },
        ],
      },
      { userId: ben.userId, op: 'remove', flag: 'collapsed', messageIds: [first], all: false },
    ]);
  });

  it('cleared publish the place of the unread message and its mentions', async () => {
    const toMyself = await send([ben.userId], { sender: ben });
    const toTwo = await send([ben.userId], { content: '@**all**' });
    const toAll = await send(lunch, { topic: 'loud', content: '@**all**' });
    const toAllMuted = await send(lunch, { topic: 'muted', content: '@**all**' });
    await messaging.call(setUserTopic, ben, { streamId: lunch, topic: 'muted', visibilityPolicy: 1 });
    const ids = [toMyself, toTwo, toAll, toAllMuted];
    await update(ben, ids, 'add');
    await update(ben, ids, 'remove');

    expect((await flagEvents(ben)).at(-1)?.details).toEqual([
      { messageId: toMyself, kind: 'direct', userIds: [], isMentioned: false },
      { messageId: toTwo, kind: 'direct', userIds: [ana.userId], isMentioned: true },
      { messageId: toAll, kind: 'stream', streamId: lunch, topic: 'loud', isMentioned: true, isMuted: false },
      { messageId: toAllMuted, kind: 'stream', streamId: lunch, topic: 'muted', isMentioned: false, isMuted: true },
    ]);
  });

  it.each([
    ['mentioned', 'add', "Flag not editable: 'mentioned'"],
    ['force_collapse', 'add', "Flag not editable: 'force_collapse'"],
    ['is_private', 'add', "Invalid flag: 'is_private'"],
    ['blue', 'add', "Invalid flag: 'blue'"],
    ['read', 'toggle', "Invalid message flag operation: 'toggle'"],
  ])('refuse %s %s', async (flag, op, message) => {
    expect(await messaging.callError(updateMessageFlags, ben, { messageIds: [], flag, op })).toBe(message);
  });

  it('are not set on invisible messages', async () => {
    const [hidden, seen] = [await send(secret), await send(design)];
    for (const messageId of [hidden, 999_999_999]) {
      for (const [op, flag] of [
        ['add', 'starred'],
        ['add', 'collapsed'],
        ['remove', 'read'],
      ] as const) {
        const change = { messageIds: [seen, messageId], flag, op };
        expect(await messaging.callError(updateMessageFlags, ben, change)).toBe('Invalid message(s)');
      }
      expect(await update(ben, [messageId], 'add', 'read')).toEqual({ messages: [] });
      expect(await update(ben, [messageId], 'remove', 'starred')).toEqual({ messages: [] });
    }
    expect(await flagsOf(ben, seen)).toEqual([]);
  });

  it.each([
    ['starred', 'add'],
    ['collapsed', 'add'],
    ['read', 'remove'],
  ])('are not changed if the messages become invisible meanwhile (%s, %s)', async (flag, op) => {
    const messageId = await send(lunch);
    const publishedBefore = (await flagEvents(ben)).length;
    const answer = await whileRealmIsLocked(
      messaging,
      () => messaging.callError(updateMessageFlags, ben, { messageIds: [messageId], flag, op }),
      (tx) => deleteMessages(tx, ben.realmId, [messageId]),
    );

    expect(answer).toBe('Invalid message(s)');
    expect(await flagEvents(ben)).toHaveLength(publishedBefore);
  });
});

it.each([
  [5_000, 4_000, 2_500, 2_500],
  [4_800, 100, 4_800, 100],
  [0, 99_999, 0, 5_000],
])(
  'a page of a narrow of %i before and %i after is cut to %i and %i',
  (wantedBefore, wantedAfter, numBefore, numAfter) => {
    expect(withinLimit(wantedBefore, wantedAfter)).toEqual({ numBefore, numAfter });
  },
);

describe('unread messages', () => {
  it('are listed by conversation, and reading costs a row per topic', async () => {
    const eva = await messaging.addUser();
    const stream = await makeStream(messaging, { name: 'unread', subscribers: [ana, eva] });
    // Streams are known by events; this one was made by its rows.
    await messaging.replicas[0]?.stop();
    messaging.replicas.splice(0);
    await messaging.startReplica();
    const logo = [await send(stream), await send(stream), await send(stream)];
    const other = [await send(stream, { topic: 'Other', content: `@**${eva.fullName}**` })];
    const direct = [await send([eva.userId])];
    const group = [await send([eva.userId, ben.userId])];

    const { unread_msgs: unread } = await register(eva);
    expect(unread).toEqual({
      count: 6,
      pms: [{ other_user_id: ana.userId, sender_id: ana.userId, unread_message_ids: direct }],
      huddles: [{ user_ids_string: [ana, ben, eva].map(({ userId }) => userId).join(','), unread_message_ids: group }],
      streams: [
        { stream_id: stream, topic: 'logo', unread_message_ids: logo },
        { stream_id: stream, topic: 'Other', unread_message_ids: other },
      ],
      mentions: other,
      old_unreads_missing: false,
    });

    await update(eva, [...logo, ...direct], 'add');
    expect((await register(eva)).unread_msgs).toMatchObject({ count: 2, pms: [] });
    const { rows } = await messaging.sql.query('SELECT 1 FROM message_flags WHERE user_id = $1', [eva.userId]);
    expect(rows).toHaveLength(0);
    await messaging.call(markTopicAsRead, eva, { streamId: stream, topicName: 'OTHER' });
    expect((await register(eva)).unread_msgs).toMatchObject({ count: 1, streams: [], mentions: [] });
    await messaging.call(markAllAsRead, eva, {});
    expect((await register(eva)).unread_msgs.count).toBe(0);
    expect((await flagEvents(eva)).map(({ messageIds, all }) => [messageIds, all])).toEqual([
      [[...logo, ...direct].sort((a, b) => a - b), false],
      [other, false],
      [[], true],
    ]);
  });

  it('of concurrent senders are read by "mark all as read" exactly if their event precedes it', async () => {
    const reader = cleo;
    for (let round = 0; round < 8; round++) {
      const sending = Array.from({ length: 12 }, () => send(lunch));
      await Promise.all([...sending, messaging.call(markAllAsRead, reader, {})]);

      const events = await messaging.events();
      const allRead = events.findLastIndex(
        ({ payload }) =>
          (payload as MessageFlagsChangedPayload).all && (payload as { userId: number }).userId === reader.userId,
      );
      const sentAfter = events
        .slice(allRead + 1)
        .filter(({ type }) => type === 'messaging.message_sent')
        .map(({ payload }) => (payload as { messageId: number }).messageId);
      const unread = (await register(reader)).unread_msgs.streams.flatMap((stream) => stream.unread_message_ids);
      expect(unread).toEqual(sentAfter);
    }
  });

  it('exist only in subscribed streams, even after a request to mark them as unread', async () => {
    const fay = await messaging.addUser();
    await subscribeByRows(messaging, lunch, fay);
    const [inside, outside] = [await send(lunch), await send(design)];
    await update(fay, [inside], 'add');

    expect(await update(fay, [inside, outside], 'remove')).toEqual({ messages: [inside, outside] });

    expect((await flagEvents(fay)).at(-1)).toMatchObject({ op: 'remove', flag: 'read', messageIds: [inside] });
    const streams = [{ stream_id: lunch, topic: 'logo', unread_message_ids: [inside] }];
    expect((await register(fay)).unread_msgs).toMatchObject({ count: 1, streams });
  });

  it('stay unread in the new place if they are moved before their stream is marked as read', async () => {
    const gus = await messaging.addUser();
    for (const streamId of [design, lunch]) await subscribeByRows(messaging, streamId, gus);
    const [moved, staying] = [await send(design), await send(design)];
    const { rows } = await messaging.sql.query('SELECT recipient_id AS id FROM streams WHERE id = $1', [lunch]);
    const to = { recipientId: Number(rows[0].id), streamId: lunch, topic: 'logo' };

    await whileRealmIsLocked(
      messaging,
      () => messaging.call(markStreamAsRead, gus, { streamId: design }),
      async (tx) => {
        const message = (await lockMessage(tx, gus, moved)) as EditedMessage;
        await updatePlace(tx, [moved], to, message, gus.userId);
      },
    );

    expect((await flagEvents(gus)).map(({ messageIds }) => messageIds)).toEqual([[staying]]);
    const streams = [{ stream_id: lunch, topic: 'logo', unread_message_ids: [moved] }];
    expect((await register(gus)).unread_msgs).toMatchObject({ count: 1, streams });
  });

  it('refuse a missing topic and an invisible stream', async () => {
    const topic = { streamId: design, topicName: 'nothing' };
    expect(await messaging.callError(markTopicAsRead, ben, topic)).toBe("No such topic 'nothing'");
    expect(await messaging.callError(markStreamAsRead, ben, { streamId: secret })).toBe('Invalid stream ID');
  });
});

describe('read receipts', () => {
  it('name readers with read receipts enabled', async () => {
    const messageId = await send(lunch, { clientName: 'website' });
    const readers = async () => (await messaging.call(getReadReceipts, ben, { messageId })).user_ids;
    expect(await messaging.callError(getReadReceipts, ben, { messageId })).toBe(
      'Read receipts are disabled in this organization.',
    );
    await messaging.changeRealm({ enableReadReceipts: true });

    expect(await readers()).toEqual([]);
    await update(cleo, [messageId], 'add');
    await update(ben, [messageId], 'add');
    expect(await readers()).toEqual([ben.userId, cleo.userId]);
    const settings = messaging.users.get(cleo.userId)?.settings;
    if (settings) await messaging.changeUser(cleo.userId, { settings: { ...settings, sendReadReceipts: false } });
    expect(await readers()).toEqual([ben.userId]);
  });
});

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

describe('watermarks and exceptions', () => {
  it.each([1, 2, 3])('have the effect of a row per message after random operations (%i)', async (seed) => {
    const random = numbers(seed);
    const pick = <Item>(items: readonly Item[]): Item =>
      items[Math.floor((random.next().value as number) * items.length)] as Item;
    const reader = await messaging.addUser();
    await subscribeByRows(messaging, design, reader);
    await subscribeByRows(messaging, lunch, reader);
    const sent: { id: number; streamId: number; topic: string; isRead: boolean }[] = [];
    const places = [design, lunch].flatMap((streamId) => ['a', 'b', 'c'].map((topic) => ({ streamId, topic })));

    for (let step = 0; step < 120; step++) {
      const choice = random.next().value as number;
      const some = sent.filter(() => (random.next().value as number) < 0.4);
      if (choice < 0.45) {
        const place = pick(places);
        sent.push({ id: await send(place.streamId, { topic: place.topic }), ...place, isRead: false });
      } else if (choice < 0.7) {
        await update(
          reader,
          some.map(({ id }) => id),
          'add',
        );
        for (const message of some) message.isRead = true;
      } else if (choice < 0.85) {
        await update(
          reader,
          some.slice(0, 3).map(({ id }) => id),
          'remove',
        );
        for (const message of some.slice(0, 3)) message.isRead = false;
      } else if (choice < 0.93 && sent.length > 0) {
        const { streamId, topic } = pick(sent);
        await messaging.call(markTopicAsRead, reader, { streamId, topicName: topic });
        for (const message of sent) if (message.streamId === streamId && message.topic === topic) message.isRead = true;
      } else if (choice < 0.98) {
        const streamId = pick([design, lunch]);
        await messaging.call(markStreamAsRead, reader, { streamId });
        for (const message of sent) if (message.streamId === streamId) message.isRead = true;
      } else {
        await messaging.call(markAllAsRead, reader, {});
        for (const message of sent) message.isRead = true;
      }
    }

    const expected = sent.filter(({ isRead }) => !isRead).map(({ id }) => id);
    const { unread_msgs: unread } = await register(reader);
    const listed = unread.streams.flatMap((group) => group.unread_message_ids).sort((a, b) => a - b);
    expect(listed).toEqual(expected);
    const database = messaging.replicas[0]?.app.get(Database) as Database;
    const flags = await personalFlags(
      database,
      reader.userId,
      sent.map(({ id }) => id),
    );
    expect(sent.filter(({ id }) => !flags.get(id)?.includes('read')).map(({ id }) => id)).toEqual(expected);
  });
});
