import type { Queryable } from '@chat/persistence';
import type { AccessedMessage } from '../access/access.js';
import { type Viewer, visibleMessages } from '../access/visible-messages.js';
import { isReceived, scopeRecipient, scopeTopicKey } from './read-state.js';

/** Counted unread messages, the newest ones. */
export const MAX_UNREAD_MESSAGES = 50_000;
/** Smallest share of a place in the first attempt. */
const MIN_PER_PLACE = 1_000;

export interface UnreadMessage extends AccessedMessage {
  /** The place with its watermarks. */
  readonly scopeRecipientId: number;
  readonly scopeTopicKey: string;
  readonly isMentioned: boolean;
  readonly isWildcardMention: boolean;
  /** The message was sent in another place, which is its scope. */
  readonly isMoved: boolean;
}

export interface UnreadWhere {
  /** Only messages that are now in this stream or conversation. */
  readonly recipientId?: number;
  readonly topicKey?: string;
  readonly limit?: number;
  /** Includes messages that the viewer no longer sees, for a subscription that has just ended. */
  readonly includeInvisible?: boolean;
}

/** All needed columns, so that the table is read once: unread messages may be a large part of it. */
const COLUMNS = `m.id, m.recipient_id, m.stream_id, m.topic, m.topic_key, m.sender_id, m.read_recipient_id, m.read_topic_key,
  $1 = ANY (m.mentioned_user_ids) AS is_mentioned, m.is_wildcard_mention`;

/** Evaluated once per place with messages above its watermark, not once per message: most places have no watermark of a topic. */
const HAS_TOPIC_WATERMARKS = `(SELECT EXISTS (SELECT 1 FROM read_watermarks t
  WHERE t.user_id = $1 AND t.recipient_id = scopes.recipient_id AND NOT t.is_whole_recipient))`;

/** Row comparison, as in message-order/message-ids.ts. */
const IN_SCOPE = [
  `(m.recipient_id, m.id) > (scopes.recipient_id, scopes.low)
     AND (m.recipient_id, m.id) <= (scopes.recipient_id, coalesce(scopes.until, 9223372036854775807))`,
  'm.recipient_id DESC, m.id DESC',
] as const;
/** The equality lets the planner choose the index of topics; an unread stream may be long. */
const IN_TOPIC_OF_SCOPE = [
  `m.recipient_id = scopes.recipient_id AND m.topic_key = $3 AND m.stream_id IS NOT NULL
     AND m.id > scopes.low AND m.id <= coalesce(scopes.until, 9223372036854775807)`,
  'm.id DESC',
] as const;

/**
 * Unread messages that the viewer may read, newest first. Reads every place of the viewer from its watermark on, so the cost depends on
 * the messages above the watermarks, not on the length of history. Access is checked only for messages outside of current
 * subscriptions. After a long absence many places have many unread messages: the first attempt reads twice the limit, shared among the
 * places. That is enough unless few places have the newest messages.
 */
export async function unreadMessages(queryable: Queryable, viewer: Viewer, where: UnreadWhere = {}) {
  const { limit = MAX_UNREAD_MESSAGES } = where;
  const { unread, completeFrom } = await readUnread(queryable, viewer, where, null);
  const last = unread.length < limit ? 0 : (unread.at(-1)?.id ?? 0);
  return completeFrom <= last ? unread : (await readUnread(queryable, viewer, where, limit)).unread;
}

/** `perPlace`: limit per place; null: its share. Below `completeFrom` a place may have further unread messages; 0: no place has. */
async function readUnread(
  queryable: Queryable,
  viewer: Viewer,
  { recipientId, topicKey, limit = MAX_UNREAD_MESSAGES, includeInvisible = false }: UnreadWhere,
  perPlace: number | null,
): Promise<{ readonly unread: UnreadMessage[]; readonly completeFrom: number }> {
  const visible = includeInvisible ? { condition: 'true', parameters: [] } : visibleMessages(viewer, 6);
  const [inScope, order] = topicKey === undefined ? IN_SCOPE : IN_TOPIC_OF_SCOPE;
  const sql = `WITH everything AS (
       SELECT coalesce(max(read_up_to), 0) AS up_to FROM read_watermarks
       WHERE user_id = $1 AND recipient_id = 0 AND is_whole_recipient AND topic_key = ''
     ), places AS (
       SELECT s.recipient_id, i.since_message_id AS since, i.until_message_id AS until,
         s.archived_at IS NULL AS is_alive
       FROM subscription_intervals i JOIN streams s ON s.id = i.stream_id
       -- Joined without the realm: its index would read all streams of the realm for each interval.
       WHERE i.user_id = $1 AND (i.until_message_id IS NULL OR i.until_message_id > (SELECT up_to FROM everything))
       UNION ALL
       SELECT p.recipient_id, 0, NULL, true FROM direct_participants p WHERE p.user_id = $1
     ), scopes AS (
       SELECT places.recipient_id, places.until, places.is_alive,
         greatest(places.since, w.read_up_to, (SELECT up_to FROM everything)) AS low
       FROM places LEFT JOIN read_watermarks w ON w.user_id = $1 AND w.recipient_id = places.recipient_id
         AND w.is_whole_recipient AND w.topic_key = ''
     ), share AS (
       SELECT coalesce($5::bigint,
         least($4::bigint, greatest(${MIN_PER_PLACE}, 2 * $4::bigint / greatest(count(*), 1)))) AS per_place
       FROM scopes WHERE is_alive AND ($2::bigint IS NULL OR recipient_id = $2)
     ), unmoved AS (
       SELECT m.*, scopes.until IS NOT NULL AS is_doubtful, scopes.recipient_id AS place, scopes.low, scopes.until
       FROM (SELECT * FROM scopes WHERE is_alive) AS scopes CROSS JOIN LATERAL (
         SELECT ${COLUMNS} FROM messages m
         WHERE ${inScope} AND m.read_recipient_id IS NULL
           AND NOT (m.sender_id = $1 AND m.is_read_by_sender)
           AND NOT (${HAS_TOPIC_WATERMARKS} AND EXISTS (SELECT 1 FROM read_watermarks w
             WHERE w.user_id = $1 AND w.recipient_id = scopes.recipient_id AND NOT w.is_whole_recipient
               AND w.topic_key = m.topic_key AND w.read_up_to >= m.id))
         ORDER BY ${order} LIMIT (SELECT per_place FROM share)
       ) AS m
       -- A message that never moved is in the place where it was sent.
       WHERE $2::bigint IS NULL OR scopes.recipient_id = $2
     ), cut AS (
       SELECT coalesce(max(lowest), 0) AS complete_from FROM (
         SELECT min(id) AS lowest FROM unmoved GROUP BY place, low, until
         HAVING count(*) >= (SELECT per_place FROM share)
       ) AS full_places
     ), above AS (
       SELECT id, recipient_id, stream_id, topic, topic_key, sender_id, read_recipient_id, read_topic_key, is_mentioned,
         is_wildcard_mention, is_doubtful FROM unmoved
       UNION ALL
       SELECT m.*, true FROM scopes CROSS JOIN LATERAL (
         SELECT ${COLUMNS} FROM messages m
         WHERE m.read_recipient_id = scopes.recipient_id AND m.id > scopes.low
           AND (scopes.until IS NULL OR m.id <= scopes.until)
           AND ($2::bigint IS NULL OR m.recipient_id = $2) AND ($3::text IS NULL OR m.topic_key = $3)
           AND NOT (m.sender_id = $1 AND m.is_read_by_sender)
           AND NOT EXISTS (SELECT 1 FROM read_watermarks w WHERE w.user_id = $1 AND w.recipient_id = m.read_recipient_id
             AND NOT w.is_whole_recipient AND w.topic_key = m.read_topic_key AND w.read_up_to >= m.id)
         ORDER BY m.id DESC LIMIT $4
       ) AS m
     ), unread AS (
       SELECT above.* FROM above
       WHERE NOT EXISTS (SELECT 1 FROM message_flags f
         WHERE f.user_id = $1 AND f.message_id = above.id AND f.is_read IS NOT NULL)
       UNION ALL
       SELECT m.id, m.recipient_id, m.stream_id, m.topic, m.topic_key, m.sender_id, m.read_recipient_id, m.read_topic_key,
         r.is_received AND $1 = ANY (m.mentioned_user_ids), r.is_received AND m.is_wildcard_mention, true
       FROM message_flags f JOIN messages m ON m.id = f.message_id
       CROSS JOIN LATERAL (SELECT ${isReceived('$1')} AS is_received) AS r
       WHERE f.user_id = $1 AND f.is_read = false
     )
     SELECT cut.complete_from AS "completeFrom", found.* FROM cut LEFT JOIN (
       SELECT m.id, m.recipient_id AS "recipientId", m.stream_id AS "streamId", m.topic, m.sender_id AS "senderId",
         ${scopeRecipient('m')} AS "scopeRecipientId", ${scopeTopicKey('m')} AS "scopeTopicKey",
         m.is_mentioned AS "isMentioned", m.is_wildcard_mention AS "isWildcardMention",
         m.read_recipient_id IS NOT NULL AS "isMoved"
       FROM unread m
       WHERE ($2::bigint IS NULL OR m.recipient_id = $2) AND ($3::text IS NULL OR m.topic_key = $3)
         AND (NOT m.is_doubtful OR ${visible.condition})
       ORDER BY m.id DESC LIMIT $4
     ) AS found ON true ORDER BY found.id DESC`;
  const parameters = [viewer.userId, recipientId ?? null, topicKey ?? null, limit, perPlace, ...visible.parameters];
  // Planning takes as long as running, so the general statement is prepared. A single place gets its own plan.
  const rows =
    recipientId === undefined
      ? await queryable.queryPrepared<UnreadRow>(sql, parameters)
      : await queryable.query<UnreadRow>(sql, parameters);
  // Without unread messages there is one row without a message.
  const unread = rows[0]?.id === null ? [] : (rows as UnreadMessage[]);
  return { unread, completeFrom: perPlace === null ? (rows[0]?.completeFrom ?? 0) : 0 };
}

type UnreadRow = { readonly completeFrom: number } & (UnreadMessage | { readonly id: null });
