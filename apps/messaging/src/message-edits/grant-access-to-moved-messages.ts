import { badRequest, type StreamRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { MovedMessages } from '../message-flags/mark-read-where-left.js';

/** Messages times users to check one by one: users that clearly see all of them or none do not count. */
const MAX_CHECKED = 250_000;
/** Rows to write for these users. Writing is slower than checking: 250,000 rows exceed the deadline of a request. */
const MAX_WRITTEN = 50_000;

/** Size of the work. Nothing is written if it is too large. */
interface Amount {
  readonly checked: number;
  readonly written: number;
}

/**
 * Gives the subscribers of a private stream with protected history access to messages that were moved there, although these were sent
 * before the users subscribed. Later subscribers do not see them, unless they were subscribed at that time. A subscriber of both
 * streams that did not see a message in the old stream does not see it now. A message that returns to the stream where it was sent
 * counts as read for subscribers without access at that time. Call it after the move, behind the realm's lock.
 *
 * Access is a subscription interval that covers the moved messages and no other message of the stream. Neighbouring messages share an
 * interval, because a page of the stream is read interval by interval. `is_shown` marks these intervals: they state access, not a
 * subscription.
 */
export async function grantAccessToMovedMessages(tx: Transaction, moved: MovedMessages): Promise<void> {
  const { ids, from, to } = moved;
  if (from.streamId === to.streamId || !hasProtectedHistory(to)) return;
  await hideInShownIntervals(tx, moved);
  const [shown] = await tx.query<Amount>(
    `WITH moved AS MATERIALIZED (
       SELECT m.id, m.place, m.previous, m.is_back, (
           SELECT o.id FROM messages o WHERE (o.recipient_id, o.id) > ($6, m.previous) ORDER BY o.recipient_id, o.id LIMIT 1
         ) <> m.id OR EXISTS (
           SELECT 1 FROM messages o WHERE o.read_recipient_id = $6 AND o.id > m.previous AND o.id < m.id) AS is_apart
       FROM (
         SELECT id, coalesce(read_recipient_id, recipient_id) = recipient_id AS is_back,
           row_number() OVER by_id AS place, lag(id) OVER by_id AS previous
         FROM messages WHERE id = ANY ($2) WINDOW by_id AS (ORDER BY id)) AS m
     ), users AS MATERIALIZED (
       SELECT u.user_id FROM subscriptions u
       WHERE u.stream_id = $1 AND u.is_active AND NOT EXISTS (
         SELECT 1 FROM subscription_intervals w WHERE w.stream_id = $1 AND w.user_id = u.user_id
           AND w.since_message_id < (SELECT min(id) FROM moved)
           AND (w.until_message_id IS NULL OR w.until_message_id >= (SELECT max(id) FROM moved)))
     ), shown AS MATERIALIZED (
       SELECT u.user_id, m.* FROM users u CROSS JOIN moved m
       WHERE ${CHECKED} <= $5 AND NOT ${wasThere('u.user_id', '$1')} AND ${SEES_MOVED}
     ), beginnings AS (
       SELECT user_id, id, is_apart OR lag(place) OVER (PARTITION BY user_id ORDER BY id) IS DISTINCT FROM place - 1
         OR ${lastInterval('shown.user_id', '$1', 'shown.id', 'w.until_message_id > shown.previous')} AS is_beginning
       FROM shown
     ), runs AS MATERIALIZED (
       SELECT user_id, min(id) - 1 AS since, max(id) AS until
       FROM (SELECT *, count(*) FILTER (WHERE is_beginning) OVER (PARTITION BY user_id ORDER BY id) AS run
         FROM beginnings) AS numbered
       GROUP BY user_id, run
     ), amount AS (
       SELECT ${CHECKED} AS checked,
         (SELECT count(*)::integer FROM runs) + (SELECT count(*)::integer FROM shown WHERE is_back) AS written
     ), added AS (
       INSERT INTO subscription_intervals AS i (stream_id, user_id, since_message_id, until_message_id, is_shown)
       SELECT $1, user_id, since, until, true FROM runs WHERE (SELECT written FROM amount) <= $7
       ON CONFLICT (stream_id, user_id, since_message_id)
       DO UPDATE SET until_message_id = greatest(i.until_message_id, excluded.until_message_id), is_shown = true
     ), read AS (
       INSERT INTO message_flags (user_id, message_id, is_read) SELECT user_id, id, true FROM shown
       WHERE is_back AND (SELECT written FROM amount) <= $7
       ON CONFLICT (user_id, message_id) DO UPDATE SET is_read = true
     )
     SELECT * FROM amount`,
    [...[to.streamId, ids, from.streamId, hasProtectedHistory(from)], ...[MAX_CHECKED, to.recipientId, MAX_WRITTEN]],
  );
  refuseTooMany(shown);
}

/**
 * Removes the moved messages from intervals of earlier moves. Such an interval may cover the id of a message that was in another stream
 * at that time, and must not grant access when that message arrives. Users with access to the message keep it.
 */
async function hideInShownIntervals(tx: Transaction, { ids, from, to }: MovedMessages): Promise<void> {
  const [hidden] = await tx.query<Amount>(
    `WITH moved AS MATERIALIZED (
       SELECT id FROM unnest($2::bigint[]) AS given (id)
     ), users AS MATERIALIZED (
       SELECT DISTINCT i.user_id, t.user_id IS NOT NULL AS is_here FROM subscription_intervals i
       LEFT JOIN subscriptions t ON t.stream_id = $1 AND t.user_id = i.user_id AND t.is_active
       LEFT JOIN subscriptions f ON f.stream_id = $3 AND f.user_id = i.user_id AND f.is_active
       WHERE i.stream_id = $1 AND i.is_shown AND i.since_message_id < (SELECT max(id) FROM moved)
         AND i.until_message_id >= (SELECT min(id) FROM moved) AND (t.user_id IS NULL OR ($4 AND f.user_id IS NOT NULL))
     ), hidden AS MATERIALIZED (
       SELECT u.user_id, i.since, i.until, m.id
       FROM users u CROSS JOIN moved m CROSS JOIN LATERAL (
         SELECT w.since_message_id AS since, w.until_message_id AS until, w.is_shown ${fromLastInterval('u.user_id', '$1', 'm.id')}
       ) AS i
       WHERE ${CHECKED} <= $5 AND i.is_shown AND m.id <= i.until AND NOT (u.is_here AND ${SEES_MOVED})
     ), shortened AS (
       UPDATE subscription_intervals i SET until_message_id = h.first_id - 1
       FROM (SELECT user_id, since, min(id) AS first_id FROM hidden GROUP BY user_id, since) AS h
       WHERE i.stream_id = $1 AND i.user_id = h.user_id AND i.since_message_id = h.since
     ), rests AS MATERIALIZED (
       SELECT * FROM (
         SELECT user_id, id AS since, coalesce(lead(id) OVER (PARTITION BY user_id, since ORDER BY id) - 1, until) AS until
         FROM hidden) AS pieces
       WHERE until > since
     ), amount AS (
       SELECT ${CHECKED} AS checked, (SELECT count(*)::integer FROM rests) AS written
     ), split AS (
       INSERT INTO subscription_intervals AS i (stream_id, user_id, since_message_id, until_message_id, is_shown)
       SELECT $1, user_id, since, until, true FROM rests WHERE (SELECT written FROM amount) <= $6
       ON CONFLICT (stream_id, user_id, since_message_id)
       DO UPDATE SET until_message_id = greatest(i.until_message_id, excluded.until_message_id), is_shown = true
     )
     SELECT * FROM amount`,
    [to.streamId, ids, from.streamId, hasProtectedHistory(from), MAX_CHECKED, MAX_WRITTEN],
  );
  refuseTooMany(hidden);
}

function refuseTooMany({ checked, written }: Amount = { checked: 0, written: 0 }): void {
  if (checked <= MAX_CHECKED && written <= MAX_WRITTEN) return;
  throw badRequest('Too many messages to move at once to a stream with so many subscribers and protected history');
}

const hasProtectedHistory = (stream: StreamRecord): boolean => stream.isPrivate && !stream.isHistoryPublicToSubscribers;

/** SQL: the last interval that begins before a message. Intervals do not overlap, so no other contains it; empty intervals are skipped. */
const fromLastInterval = (user: string, stream: string, messageId: string): string => `
  FROM subscription_intervals w
  WHERE w.stream_id = ${stream} AND w.user_id = ${user} AND w.since_message_id < ${messageId}
    AND w.until_message_id IS DISTINCT FROM w.since_message_id
  ORDER BY w.since_message_id DESC LIMIT 1`;

const lastInterval = (user: string, stream: string, messageId: string, condition: string): string =>
  `coalesce((SELECT ${condition} ${fromLastInterval(user, stream, messageId)}), false)`;

const wasThere = (user: string, stream: string): string =>
  lastInterval(user, stream, 'm.id', 'w.until_message_id IS NULL OR m.id <= w.until_message_id');

/** SQL: user `u` of the new stream may see message `m` from stream $3. `$4`: the history of that stream is protected. */
const SEES_MOVED = `(NOT $4 OR ${wasThere('u.user_id', '$3')} OR NOT EXISTS (
  SELECT 1 FROM subscriptions f WHERE f.stream_id = $3 AND f.user_id = u.user_id AND f.is_active))`;

const CHECKED = '(SELECT count(*) FROM users) * cardinality($2::bigint[])';
