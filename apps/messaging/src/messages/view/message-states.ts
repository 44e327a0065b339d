import type { Reaction, ReactionKind, Submessage } from '@chat/contracts';
import type { Queryable } from '@chat/persistence';
import { type Viewer, visibleMessages } from '../../access/visible-messages.js';
import { scopeRecipient, scopeTopicKey } from '../../read-state/read-state.js';
import type { ReaderMarks } from '../../read-state/reader-state.js';

/**
 * State of messages that is read each time they are shown: ids, versions, reactions, submessages, and the marks of the
 * reader. The body of a version (`MessageBody`) is cached.
 */
export interface MessageStates extends ReaderMarks {
  /** Recipient of all messages; null: of several. */
  readonly recipientId: number | null;
  /** Visible messages, ascending. */
  readonly ids: readonly number[];
  /** Versions in the order of `ids`. A committed change of a message changes its version. */
  readonly versions: readonly string[];
  /** Start of the run of the database server that issued the versions. */
  readonly serverStart: number;
  /** In the order of the reactions. */
  readonly reactions: ReadonlyMap<number, readonly Reaction[]>;
  /** In the order of their ids. */
  readonly submessages: ReadonlyMap<number, readonly Submessage[]>;
}

/** Row of `statesOfPage`. */
export interface StatesRow {
  readonly ids: number[] | null;
  readonly versions: string | null;
  readonly serverStart: number;
  readonly exceptions: [id: number, isRead: boolean | null, isStarred: boolean, isCollapsed: boolean][] | null;
  readonly watermarks: [recipientId: number, topicKey: string | null, readUpTo: number][] | null;
  readonly received: [recipientId: number, since: number, until: number | null][] | null;
  readonly reactions: [messageId: number, userId: number, name: string, code: string, type: ReactionKind][] | null;
  readonly submessages: [id: number, messageId: number, senderId: number, msgType: string, content: string][] | null;
}

/**
 * Columns of the common table expression `page`, from messages of alias `m`. The indexes of places and topics contain all of them; one
 * further column would make each page fetch a hundred rows.
 */
export const PAGE_COLUMNS = `m.id, m.version, ${scopeRecipient('m')} AS scope_recipient, ${scopeTopicKey('m')} AS scope_topic`;

/** SQL that reads the states of the messages in `page`, each part by one look-up. `user`: the parameter with the reader's id. */
export const statesOfPage = (user: string): string => `SELECT
    (SELECT array_agg(id ORDER BY id) FROM page) AS ids,
    (SELECT string_agg(coalesce(version, 0)::text, ' ' ORDER BY id) FROM page) AS versions,
    date_part('epoch', pg_postmaster_start_time()) AS "serverStart",
    (SELECT json_agg(json_build_array(f.message_id, f.is_read, f.is_starred, f.is_collapsed))
      FROM message_flags f WHERE f.user_id = ${user} AND f.message_id = ANY (ARRAY(SELECT id FROM page))) AS exceptions,
    (SELECT json_agg(json_build_array(w.recipient_id, w.topic_key, w.read_up_to)) FROM (
        SELECT w.recipient_id, NULL AS topic_key, w.read_up_to FROM read_watermarks w
        WHERE w.user_id = ${user} AND w.is_whole_recipient AND w.topic_key = ''
          AND w.recipient_id = ANY (ARRAY(SELECT 0 UNION SELECT scope_recipient FROM page))
        UNION ALL
        SELECT w.recipient_id, w.topic_key, w.read_up_to
        FROM (SELECT DISTINCT scope_recipient, scope_topic FROM page) AS p
        CROSS JOIN LATERAL (
          SELECT * FROM read_watermarks w WHERE w.user_id = ${user} AND w.recipient_id = p.scope_recipient
            AND NOT w.is_whole_recipient AND w.topic_key = p.scope_topic LIMIT 1) AS w
      ) AS w) AS watermarks,
    (SELECT json_agg(json_build_array(s.recipient_id, i.since_message_id, i.until_message_id))
      FROM streams s JOIN subscription_intervals i ON i.stream_id = s.id AND i.user_id = ${user}
      WHERE s.recipient_id = ANY (ARRAY(SELECT DISTINCT scope_recipient FROM page))) AS received,
    (SELECT json_agg(json_build_array(r.message_id, r.user_id, r.emoji_name, r.emoji_code, r.reaction_type)
        ORDER BY r.message_id, r.id)
      FROM reactions r WHERE r.message_id = ANY (ARRAY(SELECT id FROM page))) AS reactions,
    (SELECT json_agg(json_build_array(s.id, s.message_id, s.sender_id, s.msg_type, s.content) ORDER BY s.message_id, s.id)
      FROM submessages s WHERE s.message_id = ANY (ARRAY(SELECT id FROM page))) AS submessages`;

/** States of the visible messages of these. One query. */
export async function statesOfMessages(
  queryable: Queryable,
  viewer: Viewer | null,
  realmId: number,
  messageIds: readonly number[],
): Promise<MessageStates> {
  const visible = visibleMessages(viewer, 4);
  return readStates(
    queryable,
    `WITH page AS MATERIALIZED (
       SELECT ${PAGE_COLUMNS} FROM messages m WHERE m.id = ANY ($1) AND m.realm_id = $2 AND ${visible.condition})
     ${statesOfPage('$3::bigint')}`,
    [messageIds, realmId, viewer?.userId ?? 0, ...visible.parameters],
    null,
  );
}

/** `sql` ends with `statesOfPage`. `recipientId`: recipient of all messages that it may find; null: of several. */
export async function readStates(
  queryable: Queryable,
  sql: string,
  parameters: readonly unknown[],
  recipientId: number | null,
): Promise<MessageStates> {
  const [row] = (await queryable.queryPrepared<StatesRow>(sql, parameters)) as [StatesRow];
  return statesOfRow(row, recipientId);
}

export function statesOfRow(row: StatesRow, recipientId: number | null): MessageStates {
  const reactions = new Map<number, Reaction[]>();
  for (const [messageId, userId, emojiName, emojiCode, reactionType] of row.reactions ?? []) {
    const list = reactions.get(messageId) ?? [];
    list.push({ userId, emojiName, emojiCode, reactionType });
    reactions.set(messageId, list);
  }
  const submessages = new Map<number, Submessage[]>();
  for (const [id, messageId, senderId, msgType, content] of row.submessages ?? []) {
    const list = submessages.get(messageId) ?? [];
    list.push({ id, messageId, senderId, msgType, content });
    submessages.set(messageId, list);
  }
  return {
    recipientId,
    ids: row.ids ?? [],
    versions: row.versions?.split(' ') ?? [],
    serverStart: row.serverStart,
    exceptions: new Map(
      row.exceptions?.map(([id, isRead, isStarred, isCollapsed]) => [id, { isRead, isStarred, isCollapsed }]),
    ),
    watermarks: (row.watermarks ?? []).map(([recipientId, topicKey, readUpTo]) => ({
      recipientId,
      topicKey,
      readUpTo,
    })),
    received: (row.received ?? []).map(([recipientId, since, until]) => ({ recipientId, since, until })),
    reactions,
    submessages,
  };
}
