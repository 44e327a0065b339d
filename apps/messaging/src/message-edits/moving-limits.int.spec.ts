import { editMessage, type MessageChanges, type Principal, Role, requestOf } from '@chat/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeStream } from '../testing/stream-by-sql.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';

/*
 * A move to a protected history gives later subscribers access to the messages. It checks each pair of subscriber and message (250,000
 * at most), and writes a row per subscriber and run of neighbouring messages (50,000 at most).
 */
const REFUSAL = 'Too many messages to move at once to a stream with so many subscribers and protected history';
/** Readers without an account: the move needs only their subscriptions. */
const FIRST_READER = 1_000_000;
const PATIENCE_MS = 60_000;

interface Scene {
  readonly readers: number;
  readonly messages: number;
  /** The target stream has a message between any two of them. */
  readonly isApart: boolean;
}

let messaging: TestMessaging;
let admin: Principal;
let from: number;
/** With protected histories, one for each case. */
let targets: number[];

beforeAll(async () => {
  messaging = await TestMessaging.start();
  admin = await messaging.addUser({ role: Role.Administrator });
  from = await makeStream(messaging, { name: 'from', subscribers: [admin] });
  const target = () => makeStream(messaging, { isPrivate: true, subscribers: [admin] });
  targets = [await target(), await target(), await target(), await target()];
});
afterAll(() => messaging.close());

const count = async (sql: string, ...parameters: unknown[]): Promise<number> =>
  Number((await messaging.sql.query(`SELECT count(*) AS n FROM ${sql}`, parameters)).rows[0].n);

/** The largest moves take seconds on a busy machine. */
const edit = (changes: MessageChanges) => {
  const deadlineMs = messaging.client.clock.nowMs() + PATIENCE_MS;
  const request = { actor: admin, parameters: changes };
  return messaging.client.request(requestOf(editMessage), request, {
    realmId: TEST_REALM,
    requestId: 'move',
    deadlineMs,
  });
};

/** Messages of a topic, and a stream with later subscribers. */
async function make({ readers, messages, isApart }: Scene) {
  const topic = `${messages} for ${readers}`;
  const to = targets.pop() as number;
  const { rows } = await messaging.sql.query<{ id: string }>(
    `INSERT INTO messages (id, realm_id, recipient_id, stream_id, sender_id, topic, topic_key, content, rendered_content,
       render_version, client_name, sent_at, is_me, has_link, has_image, has_attachment, is_read_by_sender,
       is_wildcard_mention, mentioned_user_ids, alert_word_user_ids)
     SELECT (SELECT coalesce(max(id), 0) FROM messages) + 2 * n + place, $1, s.recipient_id, s.id, $2, $3, $3, 'x', '<p>x</p>', 1,
       'test', now(), false, false, false, false, true, false, '{}', '{}'
     FROM generate_series(1, $4::int) AS n
     CROSS JOIN unnest(ARRAY[$5::bigint, $6]) WITH ORDINALITY AS places (stream_id, place) JOIN streams s ON s.id = places.stream_id
     WHERE place = 1 OR $7
     RETURNING CASE WHEN stream_id = $5 THEN id END AS id`,
    [TEST_REALM, admin.userId, topic, messages, from, to, isApart],
  );
  await messaging.sql.query(
    `WITH subscribed AS (
       INSERT INTO subscriptions (stream_id, user_id, is_active, color)
       SELECT $1, $2 + n, true, '#76ce90' FROM generate_series(1, $3::int) AS n RETURNING user_id
     )
     INSERT INTO subscription_intervals (stream_id, user_id, since_message_id)
     SELECT $1, user_id, (SELECT max(id) FROM messages) FROM subscribed`,
    [to, FIRST_READER, readers],
  );
  const messageId = Number(rows.find(({ id }) => id !== null)?.id);
  const move = {
    ...{ messageId, streamId: to, propagateMode: 'change_all' as const },
    ...{ sendNotificationToOldThread: false, sendNotificationToNewThread: false },
  };
  return {
    move,
    moved: () => count('messages WHERE stream_id = $1 AND topic = $2 AND edit_history IS NOT NULL', to, topic),
    shown: () => count('subscription_intervals WHERE stream_id = $1 AND is_shown', to),
  };
}

it.each([
  ['the allowed number of rows', { readers: 500, messages: 100, isApart: true }, 50_000],
  ['the allowed number of pairs', { readers: 500, messages: 500, isApart: false }, 500],
])(
  'a move with %s succeeds',
  async (_, scene, rows) => {
    const { move, moved, shown } = await make(scene);

    await edit(move);

    expect([await moved(), await shown()]).toEqual([scene.messages, rows]);
  },
  60_000,
);

it.each([
  ['too many rows', { readers: 501, messages: 100, isApart: true }],
  ['too many pairs', { readers: 501, messages: 500, isApart: false }],
])(
  'a move with %s is refused as a whole',
  async (_, scene) => {
    const { move, moved, shown } = await make(scene);
    const before = (await messaging.events()).length;

    await expect(edit(move)).rejects.toThrow(REFUSAL);

    expect([await moved(), await shown()]).toEqual([0, 0]);
    expect(await messaging.events()).toHaveLength(before);
  },
  60_000,
);
