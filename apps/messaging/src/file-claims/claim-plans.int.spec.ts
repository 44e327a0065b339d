import { type Principal, Role } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { explainedPrepared } from '../testing/explained-plan.js';
import { makeStream, subscribeByRows, unsubscribeByRows } from '../testing/stream-by-sql.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';
import { readableStatement } from './file-claims.repository.js';

/** Linked by all messages of five private streams. */
const LOGO = 1;
const MESSAGES = 20_000;
/** Linked by a message in each conversation of the newsletter. */
const GREETING = 2;
const CONVERSATIONS = 5_000;
const NEWSLETTER = 900_000;
/** Takes part in as many conversations, all of them with the same users. */
const TALKATIVE = 900_001;
/** First of the users in those conversations. */
const FIRST_USER = 1_000_000;
/** A few entries of the index for each of five streams. */
const MAX_BLOCKS = 150;

let messaging: TestMessaging;
let subscriber: Principal;
let outsider: Principal;
const streamIds: number[] = [];

/** A message in each place of `places`, rows (n, recipient_id, stream_id), claims the file. */
const claimByMessages = (fileId: number, places: string) =>
  messaging.sql.query(
    `WITH claiming AS (
       INSERT INTO messages (id, realm_id, recipient_id, stream_id, sender_id, topic, topic_key, content, rendered_content,
         render_version, client_name, sent_at, is_me, has_link, has_image, has_attachment, is_read_by_sender,
         is_wildcard_mention, mentioned_user_ids, alert_word_user_ids)
       SELECT $2::bigint * 1000000 + n, $1, recipient_id, stream_id, 1, '', '', 'file', '<p>file</p>', 1, 'test', now(),
         false, true, false, true, true, false, '{}', '{}'
       FROM (${places}) AS places RETURNING id, recipient_id, stream_id)
     INSERT INTO file_claims (realm_id, file_id, path_id, message_id, recipient_id, stream_id)
     SELECT $1, $2::bigint, '1/' || $2::bigint, id, recipient_id, stream_id FROM claiming`,
    [TEST_REALM, fileId],
  );

/** A conversation of the newsletter with user after user, and after each one a conversation of the talkative user. */
const insertConversations = () =>
  messaging.sql.query(
    `WITH made AS (
       INSERT INTO recipients (realm_id, kind, user_ids, direct_key)
       SELECT $1, 'direct', ARRAY[other, $2::bigint + n], sha256(convert_to(other || ',' || ($2::bigint + n), 'UTF8'))
       FROM generate_series(1, $3::int) AS n CROSS JOIN unnest($4::bigint[]) AS other ORDER BY n, other
       RETURNING id, user_ids)
     INSERT INTO direct_participants (user_id, recipient_id) SELECT unnest(user_ids), id FROM made`,
    [TEST_REALM, FIRST_USER, CONVERSATIONS, [NEWSLETTER, TALKATIVE]],
  );

beforeAll(async () => {
  messaging = await TestMessaging.start();
  subscriber = await messaging.addUser();
  outsider = await messaging.addUser();
  for (let n = 0; n < 5; n++)
    streamIds.push(await makeStream(messaging, { isPrivate: true, subscribers: [subscriber] }));
  await claimByMessages(
    LOGO,
    `SELECT n, s.recipient_id, s.id AS stream_id FROM generate_series(1, ${MESSAGES}) AS n
     JOIN streams s ON s.id = (ARRAY[${streamIds}])[1 + n % 5]`,
  );
  await insertConversations();
  await claimByMessages(
    GREETING,
    `SELECT row_number() OVER (ORDER BY recipient_id) AS n, recipient_id, NULL::bigint AS stream_id
     FROM direct_participants WHERE user_id = ${NEWSLETTER}`,
  );
  await messaging.sql.query('ANALYZE');
});
afterAll(() => messaging.close());

async function accessOf(viewer: Principal | null, fileId: number) {
  const { sql, parameters } = readableStatement(viewer, TEST_REALM, [fileId]);
  const plan = await explainedPrepared(messaging, sql, parameters);
  expect(plan).toMatchObject({ scansMessages: false, indexes: [] });
  expect(plan.blocks).toBeLessThan(MAX_BLOCKS);
  return { isReadable: plan.rows === 1 };
}

describe('access to a file that very many messages of streams link is decided without these messages', () => {
  it.each([
    ['a member without a subscription', () => outsider, false],
    ['a guest without a subscription', () => ({ ...outsider, role: Role.Guest }), false],
    ['a spectator', () => null, false],
    ['a subscriber', () => subscriber, true],
  ])('for %s', async (_, viewer, isReadable) => {
    expect(await accessOf(viewer(), LOGO)).toEqual({ isReadable });
  });

  it('for a subscriber that left before them and returned after them', async () => {
    const returned = await messaging.addUser();
    for (const streamId of streamIds) {
      await subscribeByRows(messaging, streamId, returned);
      await unsubscribeByRows(messaging, streamId, returned);
    }
    await messaging.sql.query(
      'UPDATE subscription_intervals SET since_message_id = 0, until_message_id = 1 WHERE user_id = $1',
      [returned.userId],
    );
    for (const streamId of streamIds) await subscribeByRows(messaging, streamId, returned);

    expect(await accessOf(returned, LOGO)).toEqual({ isReadable: false });
  });
});

describe('access to a file that very many conversations link is decided without most of these conversations', () => {
  const user = (userId: number) => () => ({ ...outsider, userId });

  it.each([
    ['a user without a conversation', () => outsider, false],
    ['the first participant', user(FIRST_USER + 1), true],
    ['the last participant', user(FIRST_USER + CONVERSATIONS), true],
    ['the sender', user(NEWSLETTER), true],
    ['a spectator', () => null, false],
  ])('for %s', async (_, viewer, isReadable) => {
    expect(await accessOf(viewer(), GREETING)).toEqual({ isReadable });
  });
});
