import type { Reaction } from '@chat/contracts';
import type { Queryable } from '@chat/persistence';
import type { Viewer } from '../../access/viewer.js';
import { visibleMessages } from '../../access/visible-messages.js';
import { scopeRecipient, scopeTopicKey } from '../../read-state/read-state.js';
import type { Exception, ReaderMarks } from '../../read-state/reader-state.js';

/**
 * State of messages that is read each time they are shown: ids, versions, reactions, and the marks of the reader. The body of a
 * version (`MessageBody`) is cached.
 */
export interface MessageStates extends ReaderMarks {
  /** The stream's or conversation's recipient that all of them have; null: they may be of several. */
  readonly recipientId: number | null;
  /** Those that the reader may read, ascending. */
  readonly ids: readonly number[];
  /** By place in `ids`. A message has another version as soon as a change of it is committed. */
  readonly versions: readonly string[];
  /** Of which run of the database server the versions are. */
  readonly serverStart: number;
  /** In the order in which they came, by message. */
  readonly reactions: ReadonlyMap<number, readonly Reaction[]>;
}

/** Row of `statesOfPage`. */
export interface StatesRow {
  readonly ids: number[] | null;
  readonly versions: string | null;
  readonly serverStart: number;
  readonly exceptions: [id: number, isRead: boolean | null, isStarred: boolean, isCollapsed: boolean][] | null;
  readonly watermarks: [recipientId: number, topicKey: string | null, readUpTo: number][] | null;
  readonly received: [recipientId: number, since: number, until: number | null][] | null;
  readonly reactions: [messageId: number, userId: number, name: string, code: string, type: string][] | null;
}

/**
 * Columns that the common table expression `page` needs of each message, of alias `m`. All of it is in the indexes of places and topics
 * (`IndexVersions`): another column would make each page look at a hundred rows.
 */
export const PAGE_COLUMNS = `m.id, m.version, ${scopeRecipient('m')} AS scope_recipient, ${scopeTopicKey('m')} AS scope_topic`;

/**
 * SQL that reads the states of the messages in `page`. Each part is one look-up for all of them, however they are spread.
 * `user`: the parameter with the reader's id.
 */
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
      FROM reactions r WHERE r.message_id = ANY (ARRAY(SELECT id FROM page))) AS reactions`;

/** Facts of those of the messages that the viewer may read. One query. */
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

/** `sql` ends with `statesOfPage`; `recipientId`: of all messages that it may find, if they have the same. */
export async function readStates(
  queryable: Queryable,
  sql: string,
  parameters: readonly unknown[],
  recipientId: number | null,
): Promise<MessageStates> {
  const [row] = (await queryable.queryPrepared<StatesRow>(sql, parameters)) as [StatesRow];
  return statesOfRow(row, recipientId);
}

/** `recipientId` as above. */
export function statesOfRow(row: StatesRow, recipientId: number | null): MessageStates {
  const exceptions = new Map<number, Exception>();
  for (const [id, isRead, isStarred, isCollapsed] of row.exceptions ?? []) {
    exceptions.set(id, { isRead, isStarred, isCollapsed });
  }
  const reactions = new Map<number, Reaction[]>();
  for (const [messageId, userId, emojiName, emojiCode, reactionType] of row.reactions ?? []) {
    const reaction = { userId, emojiName, emojiCode, reactionType } as Reaction;
    const list = reactions.get(messageId);
    if (list) list.push(reaction);
    else reactions.set(messageId, [reaction]);
  }
  return {
    recipientId,
    ids: row.ids ?? [],
    versions: row.versions?.split(' ') ?? [],
    serverStart: row.serverStart,
    exceptions,
    watermarks: (row.watermarks ?? []).map(([recipientId, topicKey, readUpTo]) => ({
      recipientId,
      topicKey,
      readUpTo,
    })),
    received: (row.received ?? []).map(([recipientId, since, until]) => ({ recipientId, since, until })),
    reactions,
  };
}
