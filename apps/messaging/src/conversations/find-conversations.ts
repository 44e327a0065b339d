import { MAX_CONVERSATION_SENDERS } from '@chat/contracts';
import type { Queryable } from '@chat/persistence';
import { type Viewer, visibleMessages } from '../access/visible-messages.js';
import { mayHoldUnmuted, SqlParameters } from '../history/narrow-conditions.js';
import { pageSource } from '../history/page-source.js';

/** Messages that one statement walks in the index, of all places together. */
const MAX_WALKED = 20_000;
/** Characters of rendered content that an excerpt is taken from. */
const MAX_EXCERPT_SOURCE = 8_000;
/** Last messages of a conversation that are asked for their senders. */
const MESSAGES_WITH_SENDERS = 20;

/** A conversation with its newest message, or the newest of those asked for. */
export interface FoundConversation {
  readonly id: number;
  readonly recipientId: number;
  readonly streamId: number | null;
  readonly topic: string;
  readonly topicKey: string;
  /** Null for a topic. */
  readonly userIds: readonly number[] | null;
  readonly senderId: number;
  readonly sentAtSeconds: number;
  /** The beginning. */
  readonly renderedContent: string;
  /** The newest first. */
  readonly senderIds: readonly number[];
}

export interface ConversationRange {
  /** Exclusive. */
  readonly below: number;
  readonly limit: number;
  readonly includeMuted: boolean;
}

type FoundRow = { readonly completeFrom: number } & (FoundConversation | { readonly id: null });

/**
 * The conversations with the newest messages, from `below` down to `completeFrom`; 0: to the oldest. One statement, which probes each
 * place of the viewer once and walks at most MAX_WALKED entries of an index. So a page after a very busy conversation may be short.
 */
export async function findConversations(queryable: Queryable, viewer: Viewer, range: ConversationRange) {
  const { sql, parameters } = conversationsStatement(viewer, range);
  const rows = await queryable.queryPrepared<FoundRow>(sql, parameters);
  const found = rows[0]?.id === null ? [] : (rows as FoundConversation[]);
  return { found, completeFrom: rows[0]?.completeFrom ?? 0 };
}

export function conversationsStatement(viewer: Viewer, { below, limit, includeMuted }: ConversationRange) {
  const parameters = new SqlParameters();
  const { places, isShown } = receivedPlaces(viewer, parameters, includeMuted);
  const before = parameters.add(below, 'bigint');
  const size = parameters.add(limit, 'bigint');
  const perPlace = parameters.add(Math.floor(MAX_WALKED / limit), 'bigint');
  // Row comparison, as in history/find-page.ts: it leaves only the index of places.
  const walk = (place: string, count: string): string => `SELECT m.id, m.topic_key, m.read_recipient_id FROM messages m
    WHERE (m.recipient_id, m.id) >= (${place}.recipient_id, ${place}.low + 1)
      AND (m.recipient_id, m.id) < (${place}.recipient_id, least(${place}.high + 1, ${before}))
    ORDER BY m.recipient_id DESC, m.id DESC LIMIT ${count}`;
  const sql = `WITH places AS MATERIALIZED (${places}), tops AS MATERIALIZED (
      SELECT p.*, r.kind = 'direct' AS is_direct, row_number() OVER (ORDER BY p.top DESC) AS rank
      FROM (SELECT places.*, newest.id AS top FROM places CROSS JOIN LATERAL (${walk('places', '1')}) AS newest
        ORDER BY newest.id DESC LIMIT ${size} + 1) AS p
      JOIN recipients r ON r.id = p.recipient_id
    ), walked AS MATERIALIZED (
      SELECT tops.recipient_id, tops.low, tops.is_direct, m.* FROM tops CROSS JOIN LATERAL (
        ${walk('tops', `CASE WHEN tops.is_direct THEN 1 ELSE ${perPlace} END`)}) AS m
      WHERE tops.rank <= ${size}
    ), cut AS (
      -- Below it a place that was not walked to its end, or not at all, may have further conversations.
      SELECT greatest(
        (SELECT top + 1 FROM tops WHERE rank > ${size}),
        (SELECT max(lowest) FROM (SELECT min(id) AS lowest FROM walked WHERE NOT is_direct
          GROUP BY recipient_id, low HAVING count(*) >= ${perPlace}) AS full_places), 0) AS complete_from
    ), latest AS (
      SELECT DISTINCT ON (w.recipient_id, w.topic_key) w.recipient_id, w.topic_key, w.is_direct, w.id FROM walked w
      WHERE w.id >= (SELECT complete_from FROM cut)
        AND (w.read_recipient_id IS NULL OR EXISTS (SELECT 1 FROM messages m WHERE m.id = w.id AND ${isShown}))
      ORDER BY w.recipient_id, w.topic_key, w.id DESC
    ), page AS MATERIALIZED (
      SELECT * FROM latest c
      WHERE NOT EXISTS (${newestOf('1', '1', isShown, (low) => `greatest(${low}, ${before})`, 'NULL')})
      ORDER BY id DESC LIMIT ${size}
    )
    SELECT cut.complete_from AS "completeFrom", found.* FROM cut LEFT JOIN (${shown(isShown)}) AS found ON true
    ORDER BY found.id DESC`;
  return { sql, parameters: parameters.values };
}

/** The conversations of these messages, which are the newest asked for, by one statement. Leaves out invisible messages. */
export async function conversationsOf(queryable: Queryable, viewer: Viewer, messageIds: readonly number[]) {
  if (messageIds.length === 0) return [];
  const parameters = new SqlParameters();
  const { places, isShown } = receivedPlaces(viewer, parameters, true);
  const ids = parameters.add(messageIds, 'bigint[]');
  const visible = visibleMessages(viewer, parameters.values.length + 1);
  parameters.values.push(...visible.parameters);
  const sql = `WITH places AS MATERIALIZED (${places}), page AS MATERIALIZED (
      SELECT m.recipient_id, m.topic_key, m.stream_id IS NULL AS is_direct, m.id FROM messages m
      WHERE m.id = ANY (${ids}) AND ${visible.condition})
    ${shown(isShown)} ORDER BY c.id DESC`;
  return queryable.queryPrepared<FoundConversation>(sql, parameters.values);
}

/** Where the viewer received messages, as rows (recipient_id, low, high), and the condition that a message `m` in them meets. */
function receivedPlaces(viewer: Viewer, parameters: SqlParameters, includeMuted: boolean) {
  const source = pageSource({ narrow: [], viewer, realmId: viewer.realmId }, parameters);
  if (source.kind !== 'places') throw new Error('Everything received is in places.');
  const places = includeMuted
    ? source.places
    : `SELECT p.* FROM (${source.places}) AS p WHERE ${mayHoldUnmuted(parameters.add(viewer.userId, 'bigint'))}`;
  return { places, isShown: source.conditions.join(' AND ') };
}

/** SQL of the newest messages of conversation `c` with `from <= id < below`, among those that the viewer received. */
function newestOf(
  columns: string,
  count: number | string,
  isShown: string,
  from: (low: string) => string,
  below: string,
): string {
  const branch = (order: string, conversation: string, condition: string): string => `(SELECT ${columns} FROM messages m
      WHERE ${condition} AND (${order}, m.id) >= (${conversation}, ${from('p.low + 1')})
        AND (${order}, m.id) < (${conversation}, coalesce(least(p.high + 1, ${below}), 9223372036854775807))
        AND ${isShown}
      ORDER BY ${order.replaceAll(',', ' DESC,')} DESC, m.id DESC LIMIT ${count})`;
  return `SELECT m.* FROM (SELECT * FROM places WHERE recipient_id = c.recipient_id) AS p CROSS JOIN LATERAL (
      ${branch('m.recipient_id, m.topic_key', 'p.recipient_id, c.topic_key', 'NOT c.is_direct AND m.stream_id IS NOT NULL')}
      UNION ALL ${branch('m.recipient_id', 'p.recipient_id', 'c.is_direct')}) AS m`;
}

/** SQL of the columns of `FoundConversation` for rows of `page`. */
const shown = (
  isShown: string,
): string => `SELECT m.id, m.recipient_id AS "recipientId", m.stream_id AS "streamId", m.topic,
    m.topic_key AS "topicKey", r.user_ids AS "userIds", m.sender_id AS "senderId",
    floor(extract(epoch FROM m.sent_at))::bigint AS "sentAtSeconds",
    left(m.rendered_content, ${MAX_EXCERPT_SOURCE}) AS "renderedContent",
    ARRAY(SELECT sender_id FROM (
        SELECT * FROM (${newestOf('m.id, m.sender_id', MESSAGES_WITH_SENDERS, isShown, (low) => low, 'c.id + 1')}) AS one
        ORDER BY id DESC LIMIT ${MESSAGES_WITH_SENDERS}) AS last
      GROUP BY sender_id ORDER BY max(id) DESC LIMIT ${MAX_CONVERSATION_SENDERS}) AS "senderIds"
  FROM page c JOIN messages m ON m.id = c.id JOIN recipients r ON r.id = c.recipient_id`;
