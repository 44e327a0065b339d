import {
  getMessage,
  getReadReceipts,
  type MessageFlagsChangedPayload,
  type MessageSentPayload,
  type Principal,
  ReadMutedMessages,
  updateMessageFlags,
} from '@chat/contracts';
import { partitionOf, stateEventsKey } from '@chat/event-log';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sendAs } from '../testing/requests.js';
import { makeStream } from '../testing/stream-by-sql.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;
let cem: Principal;
let streamId: number;

beforeAll(async () => {
  messaging = await TestMessaging.start({ replicas: 2 });
  [ana, ben, cem] = [await messaging.addUser(), await messaging.addUser(), await messaging.addUser()];
  streamId = await makeStream(messaging, { name: 'open', subscribers: [ana, ben, cem] });
});
afterAll(() => messaging.close());

const send = async (sender: Principal, to: number | number[], local?: { queueId: string; localId: string }) => {
  const type = typeof to === 'number' ? ('stream' as const) : ('direct' as const);
  const message = { sender, type, to, topic: 'x', content: 'x', clientName: 'website', ...local };
  return (await sendAs(messaging, message)).id;
};
const sendEverywhere = async (sender: Principal): Promise<number[]> => [
  await send(sender, streamId),
  await send(sender, [ben.userId]),
  await send(sender, [ben.userId, cem.userId]),
];
const isRead = async (actor: Principal, messageId: number): Promise<boolean> => {
  const view = { messageId, applyMarkdown: false, clientExtavatar: true };
  return (await messaging.call(getMessage, actor, view)).message.flags.includes('read');
};
const readBy = (actor: Principal, ids: readonly number[]) => Promise.all(ids.map((id) => isRead(actor, id)));
const unreadCount = async (actor: Principal): Promise<unknown> => {
  const state = await messaging.registerState(actor, ['message', 'update_message_flags']);
  return (state['unread_msgs'] as { count: number }).count;
};
const payloads = async <Payload>(type: string): Promise<Payload[]> =>
  (await messaging.events()).filter((event) => event.type === type).map(({ payload }) => payload as Payload);

it('muting a user marks earlier and later messages of that user as read', async () => {
  const former = await sendEverywhere(ana);
  const others = await send(cem, [ben.userId]);
  expect(await readBy(ben, former)).toEqual([false, false, false]);

  await messaging.mute(ben.userId, ana.userId);

  const [published] = await eventually(async () => {
    const changes = await payloads<MessageFlagsChangedPayload>('messaging.message_flags_changed');
    return changes.length > 0 && changes;
  });
  expect(published).toEqual({ userId: ben.userId, op: 'add', flag: 'read', messageIds: former, all: false });
  expect(await readBy(ben, former)).toEqual([true, true, true]);
  expect(await isRead(ben, others)).toBe(false);

  const later = await sendEverywhere(ana);

  expect(await readBy(ben, later)).toEqual([true, true, true]);
  expect(await readBy(cem, [later[0] as number, later[2] as number])).toEqual([false, false]);
  const sent = await payloads<MessageSentPayload>('messaging.message_sent');
  expect(sent.filter(({ readByUserIds }) => readByUserIds?.includes(ben.userId)).map((m) => m.messageId)).toEqual(
    later,
  );
  expect(await unreadCount(ben)).toBe(1);

  await messaging.mute(ben.userId, ana.userId, false);

  expect(await isRead(ben, await send(ana, streamId))).toBe(false);
  expect(await unreadCount(ben)).toBe(2);
});

it('a direct call has marked the messages when it returns, before the event', async () => {
  const dan = await messaging.addUser();
  const [former, other] = [await send(ana, [dan.userId]), await send(cem, [dan.userId])];
  const mutedAtSeconds = Math.floor(Date.now() / 1000);
  const muting = { realmId: TEST_REALM, userId: dan.userId, mutedUserId: ana.userId, mutedAtSeconds };

  await messaging.request(ReadMutedMessages, muting);

  expect(await readBy(dan, [former, other])).toEqual([true, false]);
});

it('a repeated send of a muted user stores one message', async () => {
  await messaging.mute(ben.userId, ana.userId);
  const echo = { queueId: '0-0123456789abcdef0123456789abcdef', localId: '1.01' };

  const id = await send(ana, streamId, echo);

  expect(await send(ana, streamId, echo)).toBe(id);
});

it('the search for unread messages does not block senders', async () => {
  const dan = await messaging.addUser();
  await send(cem, [dan.userId]);
  const other = await messaging.sql.connect();
  await other.query('BEGIN');
  await other.query('UPDATE outbox_head SET sequence = sequence WHERE realm_id = $1', [TEST_REALM]);
  try {
    await messaging.mute(dan.userId, ana.userId);
    await messaging.mute(dan.userId, ben.userId);

    // Both calls finish although another transaction holds the lock of the realm.
    await eventually(async () => {
      const groups = (await messaging.redis.redis.xinfo(
        'GROUPS',
        stateEventsKey(partitionOf(TEST_REALM)),
      )) as unknown[][];
      const group = groups.find((fields) => fields.includes('messaging-muted-users')) as unknown[];
      const of = (name: string) => group[group.indexOf(name) + 1];
      return of('pending') === 0 && of('lag') === 0;
    });
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
});

it('a send stores no mark for muting users that do not receive the message', async () => {
  const dan = await messaging.addUser();
  await messaging.mute(dan.userId, ana.userId);

  const id = await send(ana, streamId);

  const [sent] = (await payloads<MessageSentPayload>('messaging.message_sent')).filter((m) => m.messageId === id);
  expect(sent?.readByUserIds).toEqual([ben.userId]);
});

it('read receipts hide muting users and muted users', async () => {
  await messaging.changeRealm({ enableReadReceipts: true });
  const emil = await messaging.addUser();
  const id = await send(ana, [ben.userId, cem.userId, emil.userId]);
  const op = { op: 'add', flag: 'read', messageIds: [id] };
  for (const actor of [ben, cem, emil]) await messaging.call(updateMessageFlags, actor, { ...op });
  const readers = async (actor: Principal) =>
    (await messaging.call(getReadReceipts, actor, { messageId: id })).user_ids;
  // Ben has muted Ana.
  expect(await readers(ana)).toEqual([cem.userId, emil.userId]);

  await messaging.mute(ana.userId, emil.userId);

  expect(await readers(ana)).toEqual([cem.userId]);
  expect(await readers(cem)).toEqual([ben.userId, cem.userId, emil.userId]);
});
