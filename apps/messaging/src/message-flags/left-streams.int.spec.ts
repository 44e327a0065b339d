import { type MessageFlagsChangedPayload, type Principal } from '@chat/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sendAs, unsubscribe } from '../testing/requests.js';
import { makeStream } from '../testing/stream-by-sql.js';
import { TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;

beforeAll(async () => {
  messaging = await TestMessaging.start({ replicas: 2 });
  ana = await messaging.addUser();
  ben = await messaging.addUser();
});
afterAll(() => messaging.close());

it('leaving a stream, public or private, marks it as read and publishes it', async () => {
  const streams = [
    { name: 'open to all', isPrivate: false },
    { name: 'behind doors', isPrivate: true },
  ];
  const streamIds: number[] = [];
  for (const fields of streams) streamIds.push(await makeStream(messaging, { ...fields, subscribers: [ana, ben] }));
  const ids: number[] = [];
  for (const to of streamIds) {
    const message = { sender: ana, type: 'stream' as const, to, topic: 'x', content: 'x', clientName: 'test' };
    ids.push((await sendAs(messaging, message)).id);
  }

  await unsubscribe(
    messaging,
    ben,
    streams.map(({ name }) => name),
  );

  const published = (await messaging.events())
    .filter(({ type }) => type === 'messaging.message_flags_changed')
    .map(({ payload }) => payload as MessageFlagsChangedPayload);
  expect(published).toHaveLength(2);
  expect(published.flatMap(({ messageIds }) => messageIds).sort((a, b) => a - b)).toEqual(ids);
  expect(published[0]).toMatchObject({ userId: ben.userId, op: 'add', flag: 'read', all: false });
  const state = await messaging.registerState(ben, ['message', 'update_message_flags']);
  expect(state['unread_msgs']).toMatchObject({ count: 0, streams: [] });
});
