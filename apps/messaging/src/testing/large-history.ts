import { eventually } from '@chat/testing';
import { makeStream } from './stream-by-sql.js';
import { TEST_REALM, TestMessaging } from './test-messaging.js';

export const STREAMS = 20;
/** In streams; the direct ones come after them. */
export const MESSAGES = 200_000;
export const DIRECT_MESSAGES = 10_000;
/** Writes in streams that the reader is not in, and nowhere else. */
export const STRANGER = 40;
const CONVERSATIONS = 10;
const FIRST_SENDER = 3;

/** A table of messages large enough to reveal a wrong plan. The reader is subscribed to half of the streams and has read nothing. */
export async function startLargeHistory() {
  const messaging = await TestMessaging.start();
  const reader = await messaging.addUser({ alertWords: ['zebra'] });
  await Promise.all(Array.from({ length: STRANGER }, () => messaging.addUser()));
  const streamIds: number[] = [];
  for (let n = 0; n < STREAMS; n++) {
    streamIds.push(
      await makeStream(messaging, {
        name: `stream ${n}`,
        isPrivate: n % 4 === 0,
        subscribers: n % 2 === 0 ? [reader] : [],
      }),
    );
  }
  await messaging.sql.query(
    `INSERT INTO messages (id, realm_id, recipient_id, stream_id, sender_id, topic, topic_key, content, rendered_content,
       render_version, client_name, sent_at, is_me, has_link, has_image, has_attachment, is_read_by_sender,
       is_wildcard_mention, mentioned_user_ids, alert_word_user_ids)
     SELECT n, $1, s.recipient_id, s.id,
       CASE WHEN n % 2 = 1 AND n % 3 = 0 THEN ${STRANGER} ELSE ${FIRST_SENDER} + n % 30 END,
       CASE WHEN n % 40000 = 2 THEN '✔ ' ELSE '' END || 'topic ' || n % 400, 'topic ' || n % 400,
       'message number ' || n || CASE WHEN n % 10000 = 7 THEN ' with a pangolin' ELSE '' END, '<p>message</p>', 1, 'test',
       now(), false, n % 50 = 0, n % 5000 = 0, false, true, n % 20000 = 0,
       CASE WHEN n % 3000 = 0 THEN ARRAY[$2::bigint] ELSE '{}' END, CASE WHEN n % 4000 = 0 THEN ARRAY[$2::bigint] ELSE '{}' END
     FROM generate_series(1, $3::int) AS n
     JOIN streams s ON s.id = ($4::bigint[])[1 + n % ${STREAMS}]`,
    [TEST_REALM, reader.userId, MESSAGES, streamIds],
  );
  await messaging.sql.query(
    `WITH made AS (
       INSERT INTO recipients (realm_id, kind, user_ids, direct_key)
       SELECT $1, 'direct', ARRAY[$2::bigint, ${FIRST_SENDER} + n],
         sha256(convert_to($2::bigint || ',' || (${FIRST_SENDER} + n), 'UTF8'))
       FROM generate_series(0, ${CONVERSATIONS - 1}) AS n RETURNING id, user_ids
     ), taking_part AS (
       INSERT INTO direct_participants (user_id, recipient_id) SELECT unnest(user_ids), id FROM made
     )
     INSERT INTO messages (id, realm_id, recipient_id, stream_id, sender_id, topic, topic_key, content, rendered_content,
       render_version, client_name, sent_at, is_me, has_link, has_image, has_attachment, is_read_by_sender,
       is_wildcard_mention, mentioned_user_ids, alert_word_user_ids)
     SELECT $3::int + n, $1, made.id, NULL, made.user_ids[1 + n / ${CONVERSATIONS} % 2], '', '', 'to you, number ' || n, '<p></p>',
       1, 'test', now(), false, false, false, false, true, false, '{}', '{}'
     FROM generate_series(1, $4::int) AS n
     JOIN made ON made.user_ids[2] = ${FIRST_SENDER} + n % ${CONVERSATIONS}`,
    [TEST_REALM, reader.userId, MESSAGES, DIRECT_MESSAGES],
  );
  await messaging.sql.query(
    `INSERT INTO message_flags (user_id, message_id, is_starred) SELECT $1, id, true FROM messages WHERE id % 1000 = 0`,
    [reader.userId],
  );
  await messaging.sql.query('UPDATE subscriptions SET is_muted = true WHERE user_id = $1 AND stream_id = $2', [
    reader.userId,
    streamIds[18],
  ]);
  // With asynchronous commits, rows are not marked as visible to all transactions at once.
  await eventually(
    async () => {
      await messaging.sql.query('VACUUM ANALYZE messages');
      const { rows } = await messaging.sql.query(
        `SELECT relallvisible = relpages AS "isSeen" FROM pg_class WHERE oid = 'messages'::regclass`,
      );
      return rows[0].isSeen === true;
    },
    { withinMs: 60_000, what: 'rows that everybody sees' },
  );
  await messaging.sql.query(
    'ANALYZE streams, subscriptions, subscription_intervals, recipients, direct_participants, message_flags',
  );
  return { messaging, reader, streamIds };
}
