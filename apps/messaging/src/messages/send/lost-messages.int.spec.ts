import type { Principal } from '@chat/contracts';
import { LogBegan } from '@chat/event-log';
import { eventually, type SavedData, savePostgres } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sendToStream, subscribe } from '../../testing/requests.js';
import { TEST_REALM, TestMessaging } from '../../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;
let earlier: SavedData;
let lostId: number;

let echo: { readonly queueId: string; readonly localId: string };
let tests = 0;

const send = (content: string, extra = {}) => sendToStream(messaging, ana, 'design', 'logo', content, extra);
const begun = async () => (await messaging.events()).filter((event) => LogBegan.matches(event)).length;
const contents = async () => {
  const { rows } = await messaging.sql.query<{ content: string }>('SELECT content FROM messages WHERE id >= $1', [
    lostId,
  ]);
  return rows.map(({ content }) => content);
};

beforeAll(async () => {
  messaging = await TestMessaging.start({ replicas: 2 });
  ana = await messaging.addUser({ fullName: 'Ana' });
  await subscribe(messaging, ana, ['design']);
}, 60_000);
afterAll(() => messaging?.close());

describe('a message that PostgreSQL lost', () => {
  beforeEach(async () => {
    echo = { queueId: 'queue', localId: `${++tests}.01` };
    await send('before');
    earlier = await savePostgres(messaging.database.url, 'messaging');
    lostId = await send('lost', echo);
    expect(await send('lost', echo)).toBe(lostId);
  });

  it('can be sent again under its key after the sweepers noticed the loss, with a greater id', async () => {
    const before = await begun();
    await earlier.restore();
    await eventually(async () => (await begun()) > before);

    const id = await send('sent again', echo);

    expect(id).toBeGreaterThan(lostId);
    expect(await send('sent again', echo)).toBe(id);
    expect(await contents()).toEqual(['sent again']);
  });

  it('is noticed by the next send, and its event does not take the place of the next one', async () => {
    const before = await begun();
    await earlier.restore();

    const id = await send('next');

    const [mark, last] = (await messaging.events()).slice(-2);
    expect([mark && LogBegan.matches(mark), mark?.service, mark?.realmId]).toEqual([true, 'messaging', TEST_REALM]);
    expect(last?.payload).toMatchObject({ messageId: id, content: 'next' });
    expect(await begun()).toBe(before + 1);
  });
});
