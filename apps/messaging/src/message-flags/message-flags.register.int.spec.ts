import type { Principal } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blocksRead } from '../testing/blocks-read.js';
import { makeStream } from '../testing/stream-by-sql.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';
import { STARRED } from './message-flags.register.js';

const MESSAGES = 300;
const STARRED_IDS = [70, 200];
/** Blocks that the query may read: of the index and of each message. */
const MAX_BLOCKS = 12;

let messaging: TestMessaging;
let ana: Principal;

beforeAll(async () => {
  messaging = await TestMessaging.start();
  ana = await messaging.addUser();
  const stream = await makeStream(messaging, { subscribers: [ana] });
  await messaging.sql.query(
    `INSERT INTO messages (id, realm_id, recipient_id, stream_id, sender_id, topic, topic_key, content, rendered_content,
       render_version, client_name, sent_at, is_me, has_link, has_image, has_attachment, is_read_by_sender,
       is_wildcard_mention, mentioned_user_ids, alert_word_user_ids)
     SELECT n, $1, s.recipient_id, s.id, $2, 't', 't', 'x', '<p>x</p>', 1, 'test', now(), false, false, false, false, true,
       false, '{}', '{}'
     FROM generate_series(1, $3::int) AS n JOIN streams s ON s.id = $4`,
    [TEST_REALM, ana.userId, MESSAGES, stream],
  );
  await messaging.sql.query(
    `INSERT INTO message_flags (user_id, message_id, is_starred) SELECT $1, unnest($2::bigint[]), true`,
    [ana.userId, [...STARRED_IDS, MESSAGES + 1]],
  );
});
afterAll(() => messaging.close());

describe('starred messages', () => {
  it('are the existing ones of the reader', async () => {
    const { rows } = await messaging.sql.query(STARRED, [ana.userId, TEST_REALM]);

    expect(rows.map(({ id }) => Number(id))).toEqual(STARRED_IDS);
  });

  it('cost in proportion to their number, even before tables have statistics', async () => {
    expect(await blocksRead(messaging, STARRED, [ana.userId, TEST_REALM])).toBeLessThanOrEqual(MAX_BLOCKS);
  });
});
