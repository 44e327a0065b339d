import { type Principal } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blocksRead } from '../testing/blocks-read.js';
import { sendAs } from '../testing/requests.js';
import { makeStream } from '../testing/stream-by-sql.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';
import { CONVERSATIONS } from './messages.register.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;
let cleo: Principal;

beforeAll(async () => {
  messaging = await TestMessaging.start();
  [ana, ben, cleo] = await Promise.all([messaging.addUser(), messaging.addUser(), messaging.addUser()]);
});
afterAll(() => messaging.close());

const sendTo = async (sender: Principal, people: readonly Principal[]): Promise<number> => {
  const to = people.map(({ userId }) => userId);
  return (await sendAs(messaging, { sender, type: 'direct', to, content: 'x', clientName: 'test' })).id;
};
const register = async (actor: Principal) => {
  const state = await messaging.registerState(actor, ['message', 'recent_private_conversations']);
  return state as { recent_private_conversations: object[]; max_message_id: number };
};

describe('the conversations of a registration', () => {
  it('cost no read of messages without conversations, even before tables have statistics', async () => {
    await messaging.sql.query(
      `INSERT INTO recipients (realm_id, kind) SELECT $1, 'stream' FROM generate_series(1, 100)`,
      [TEST_REALM],
    );

    expect(await blocksRead(messaging, CONVERSATIONS, [ana.userId, TEST_REALM, 1_000])).toBeLessThanOrEqual(5);
  });

  it('list the reader’s conversations with their other participants, newest message first', async () => {
    expect(await register(ana)).toMatchObject({ recent_private_conversations: [] });
    const toBen = await sendTo(ana, [ben]);
    const toBoth = await sendTo(cleo, [ana, ben]);
    const toOneself = await sendTo(ana, [ana]);
    await sendTo(ben, [cleo]);
    const answer = await sendTo(ben, [ana]);
    expect(answer).toBeGreaterThan(toBen);

    expect((await register(ana)).recent_private_conversations).toEqual([
      { max_message_id: answer, user_ids: [ben.userId] },
      { max_message_id: toOneself, user_ids: [] },
      { max_message_id: toBoth, user_ids: [ben.userId, cleo.userId] },
    ]);
  });

  it('come with the greatest message id of the realm, visible or not', async () => {
    const stream = await makeStream(messaging, { isPrivate: true, subscribers: [ben] });
    const fields = { sender: ben, type: 'stream', to: stream, topic: 't', content: 'x', clientName: 'test' } as const;

    const { id } = await sendAs(messaging, fields);

    expect((await register(ana)).max_message_id).toBe(id);
  });
});
