import { type Principal, SubscribeNewUser } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { whileRealmIsLocked } from '../testing/realm-locked.js';
import { makeStream } from '../testing/stream-by-sql.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let streamId: number;

beforeAll(async () => {
  messaging = await TestMessaging.start();
  await messaging.addUser();
});
beforeEach(async () => {
  streamId = await makeStream(messaging);
  await messaging.changeRealm({ signupNotificationsStreamId: streamId });
});
afterAll(() => messaging.close());

const signUp = (fullName: string): Promise<Principal> =>
  messaging.addUser({ fullName, joinedAtSeconds: Math.floor(Date.now() / 1000) });
const subscribe = ({ userId }: Principal) => messaging.request(SubscribeNewUser, { realmId: TEST_REALM, userId });
const published = async () => {
  const { rows } = await messaging.sql.query<{ content: string }>(
    "SELECT content FROM messages WHERE topic = 'signups' AND stream_id = $1 ORDER BY id",
    [streamId],
  );
  return rows.map(({ content }) => content);
};

it('the notice of a signup is sent once, however often the event repeats', async () => {
  await messaging.addUser({ isBot: true, joinedAtSeconds: Math.floor(Date.now() / 1000) });
  await messaging.addUser();
  const fresh = await signUp('Fresh');
  for (let ask = 0; ask < 2; ask++) await subscribe(fresh);
  const other = await signUp('Other');
  const [first, second] = await eventually(async () => {
    const all = await published();
    return all.length > 1 && all;
  });

  expect(first).toMatch(`@_**Fresh|${fresh.userId}** just signed up. (total: `);
  expect(second).toMatch(`@_**Other|${other.userId}** just signed up. (total: `);
  expect(await published()).toHaveLength(2);
});

it('the notice of a signup is not sent to a stream that is archived while it waits for the realm lock', async () => {
  await whileRealmIsLocked(
    messaging,
    async () => subscribe(await signUp('Late')),
    (tx) => tx.query('UPDATE streams SET archived_at = now() WHERE id = $1', [streamId]),
  );

  expect(await published()).toEqual([]);
});

it('the inviter of a new user is notified once', async () => {
  const inviter = await messaging.addUser({ fullName: 'Ina' });
  const gone = await messaging.addUser({ fullName: 'Gone', isActive: false });
  const [invited, other] = [await signUp('Invited'), await signUp('Of Gone')];
  const join = ({ userId }: Principal, inviterId: number) => {
    const joining = { inviterId, streamIds: [], defaultStreamGroups: [] };
    return messaging.request(SubscribeNewUser, { realmId: TEST_REALM, userId, joining });
  };

  await join(invited, inviter.userId);
  await join(invited, inviter.userId);
  await join(other, gone.userId);

  const { rows } = await messaging.sql.query<{ content: string; userIds: string[] }>(
    `SELECT m.content, r.user_ids AS "userIds" FROM messages m JOIN recipients r ON r.id = m.recipient_id
     WHERE m.stream_id IS NULL`,
  );
  expect(rows.map(({ content }) => content)).toEqual([
    `@_**Invited|${invited.userId}** accepted your invitation to join.`,
  ]);
  expect(rows[0]?.userIds.map(Number)).toContain(inviter.userId);
});
