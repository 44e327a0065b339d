import { Database } from '@chat/persistence';
import type { RunningService } from '@chat/service-kit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sendDirect, sendToStream } from '../testing/requests.js';
import { makeStream } from '../testing/stream-by-sql.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';
import { FillClaimPlaces1795740000100 } from './1795740000100-fill-claim-places.js';

let messaging: TestMessaging;
beforeAll(async () => {
  messaging = await TestMessaging.start();
});
afterAll(() => messaging.close());

/** A claim as replicas of the release before store it. */
const insertClaim = (messageId: number) =>
  messaging.sql.query(
    `INSERT INTO file_claims (realm_id, file_id, path_id, message_id) VALUES ($1, $2, '1/file', $2)`,
    [TEST_REALM, messageId],
  );

/** Places of each claim and of its message. */
const places = async () =>
  (
    await messaging.sql.query(
      `SELECT m.id, c.recipient_id AS "claimRecipient", c.stream_id AS "claimStream",
         m.recipient_id AS "messageRecipient", m.stream_id AS "messageStream"
       FROM file_claims c JOIN messages m ON m.id = c.message_id ORDER BY m.id`,
    )
  ).rows;
const expectPlaces = async (messageIds: readonly number[]) => {
  const found = await places();
  expect(found.map(({ id }) => Number(id))).toEqual(messageIds);
  for (const { claimRecipient, claimStream, messageRecipient, messageStream } of found) {
    expect([claimRecipient, claimStream]).toEqual([messageRecipient, messageStream]);
  }
};

it('a claim gets the place of its message if the release before stores it, and if it was stored before the migration', async () => {
  const ana = await messaging.addUser();
  const stream = await makeStream(messaging, { subscribers: [ana] });
  const messageIds = [
    await sendToStream(messaging, ana, stream, 'topic', 'text'),
    await sendDirect(messaging, ana, [ana.userId], 'text'),
  ];
  for (const id of messageIds) await insertClaim(id);
  await expectPlaces(messageIds);

  await messaging.sql.query('UPDATE file_claims SET recipient_id = NULL, stream_id = NULL');
  const [{ app }] = messaging.replicas as [RunningService];
  const runner = app.get(Database).dataSource.createQueryRunner();
  await new FillClaimPlaces1795740000100().up(runner);
  await runner.release();

  await expectPlaces(messageIds);
});
