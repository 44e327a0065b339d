import { type Principal, ReadMutedMessages, updateMessageFlags } from '@chat/contracts';
import { partitionOf, stateEventsKey } from '@chat/event-log';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendDirect, sendToStream, subscribe, unsubscribe } from '../testing/requests.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;

beforeAll(async () => {
  messaging = await TestMessaging.start({ replicas: 2 });
  ana = await messaging.addUser();
  ben = await messaging.addUser();
});
afterAll(() => messaging.close());

/** Repeats a state event for the group, as after the death of a replica, and waits until it is handled. */
async function repeat(group: string, logId: string): Promise<void> {
  await messaging.repeatLate(group, logId);
  const key = stateEventsKey(partitionOf(TEST_REALM));
  await eventually(async () => (await messaging.redis.redis.xpending(key, group, logId, logId, 1)).length === 0);
}

const tail = async (): Promise<string> => (await messaging.tail()) as string;
const mark = (op: string, messageId: number) =>
  messaging.call(updateMessageFlags, ben, { op, flag: 'read', messageIds: [messageId] });
const markRead = (messageId: number) => mark('add', messageId);
const markUnread = (messageId: number) => mark('remove', messageId);

async function unreadIds(): Promise<number[]> {
  const state = await messaging.registerState(ben, ['message', 'update_message_flags']);
  const { streams, pms } = state['unread_msgs'] as Record<string, { unread_message_ids: number[] }[]>;
  return [...(streams ?? []), ...(pms ?? [])].flatMap((place) => place.unread_message_ids).sort((a, b) => a - b);
}

describe('a repeated event of a left stream', () => {
  it('leaves messages unread that the user marked as unread after a new subscription', async () => {
    await subscribe(messaging, ana, ['lobby']);
    await subscribe(messaging, ben, ['lobby']);
    const former = await sendToStream(messaging, ana, 'lobby', 'x', 'former');
    await unsubscribe(messaging, ben, ['lobby']);
    const leaving = await tail();
    await sendToStream(messaging, ana, 'lobby', 'x', 'missed');
    await subscribe(messaging, ben, ['lobby']);
    expect(await unreadIds()).toEqual([]);
    await markUnread(former);

    await repeat('messaging-flags', leaving);

    expect(await unreadIds()).toEqual([former]);
    await unsubscribe(messaging, ben, ['lobby']);
    expect(await unreadIds()).toEqual([]);
  });

  it('leaves messages unread that came after a new subscription to a silent stream', async () => {
    await subscribe(messaging, ana, ['hall']);
    await subscribe(messaging, ben, ['hall']);
    await unsubscribe(messaging, ben, ['hall']);
    const leaving = await tail();
    await subscribe(messaging, ben, ['hall']);
    const later = await sendToStream(messaging, ana, 'hall', 'x', 'later');

    await repeat('messaging-flags', leaving);

    expect(await unreadIds()).toEqual([later]);
    await markRead(later);
  });
});

describe('a repeated event of a muted user', () => {
  it('leaves messages unread that the user marked as unread after muting', async () => {
    const former = await sendDirect(messaging, ana, [ben.userId], 'former');
    await messaging.mute(ben.userId, ana.userId);
    const muting = await tail();
    await eventually(async () => (await unreadIds()).length === 0);
    await markUnread(former);

    await repeat('messaging-muted-users', muting);

    expect(await unreadIds()).toEqual([former]);
    await markRead(former);
  });

  it('leaves them unread if the direct call of the muting came first', async () => {
    const cem = await messaging.addUser();
    const former = await sendDirect(messaging, cem, [ben.userId], 'former');
    const mutedAtSeconds = Math.floor(Date.now() / 1000) + 5;
    const muting = { realmId: TEST_REALM, userId: ben.userId, mutedUserId: cem.userId, mutedAtSeconds };
    await messaging.request(ReadMutedMessages, muting);
    expect(await unreadIds()).toEqual([]);
    await markUnread(former);

    await messaging.mute(ben.userId, cem.userId);
    await repeat('messaging-muted-users', await tail());

    expect(await unreadIds()).toEqual([former]);
    await markRead(former);
  });

  it('applies a later muting of the same user', async () => {
    const dan = await messaging.addUser();
    const muting = { realmId: TEST_REALM, userId: ben.userId, mutedUserId: dan.userId };
    // Later than each message, however busy the machine is.
    const mutedAtSeconds = Math.floor(Date.now() / 1000) + 60;
    for (const seconds of [mutedAtSeconds, mutedAtSeconds, mutedAtSeconds + 1]) {
      await sendDirect(messaging, dan, [ben.userId], 'again');
      expect(await unreadIds()).toHaveLength(1);

      await messaging.request(ReadMutedMessages, { ...muting, mutedAtSeconds: seconds });

      expect(await unreadIds()).toEqual([]);
    }
  });
});
