import type { MessageEdit, PropagateMode, Wire } from '@chat/contracts';
import { RENDER_VERSION } from '@chat/markdown';
import { jsonObject, type Queryable, type Transaction } from '@chat/persistence';
import { foldName } from '@chat/text';
import type { AccessedMessage } from '../access/access.js';
import { type Viewer, visibleMessages } from '../access/visible-messages.js';
import type { PreparedMessage } from '../messages/send/prepared-message.js';
import type { EditableMessage } from './edit-rules.js';

/** Entries of a message's history. The oldest are removed. */
const MAX_HISTORY_ENTRIES = 1_000;

export interface EditedMessage extends AccessedMessage, EditableMessage {
  readonly topicKey: string;
  readonly content: string;
  readonly renderedContent: string;
  readonly renderVersion: number;
  readonly clientName: string;
  readonly isMeMessage: boolean;
  /** The time of the edit: one for all messages and all entries of their histories. */
  readonly nowSeconds: number;
  readonly mentionedUserIds: readonly number[];
  readonly alertWordUserIds: readonly number[];
  readonly isWildcardMention: boolean;
  readonly hasAttachment: boolean;
  /** The message has submessages. */
  readonly isWidget: boolean;
}

/** The columns of messages `m` that an edit reads. */
export const EDITED_COLUMNS = `m.id, m.sender_id AS "senderId", m.recipient_id AS "recipientId", m.stream_id AS "streamId",
  m.topic, m.topic_key AS "topicKey", m.content, m.rendered_content AS "renderedContent",
  m.render_version AS "renderVersion", m.client_name AS "clientName", m.is_me AS "isMeMessage",
  extract(epoch FROM clock_timestamp() - m.sent_at)::float8 AS "ageSeconds",
  floor(extract(epoch FROM clock_timestamp()))::bigint AS "nowSeconds",
  m.mentioned_user_ids AS "mentionedUserIds", m.alert_word_user_ids AS "alertWordUserIds",
  m.is_wildcard_mention AS "isWildcardMention", m.has_attachment AS "hasAttachment",
  EXISTS (SELECT 1 FROM submessages s WHERE s.message_id = m.id) AS "isWidget"`;

/** The message if the viewer may see it, locked until the commit. */
export async function lockMessage(tx: Transaction, viewer: Viewer, id: number): Promise<EditedMessage | undefined> {
  const visible = visibleMessages(viewer, 3);
  const [row] = await tx.query<EditedMessage>(
    `SELECT ${EDITED_COLUMNS}
     FROM messages m WHERE m.id = $1 AND m.realm_id = $2 AND ${visible.condition} FOR UPDATE OF m`,
    [id, viewer.realmId, ...visible.parameters],
  );
  return row;
}

/** A message with the edits that lead to it. */
export interface VersionedMessage {
  readonly topic: string;
  readonly content: string;
  readonly renderedContent: string;
  readonly senderId: number;
  readonly sentAtSeconds: number;
  /** Newest first; stored with their names on the wire. */
  readonly entries: readonly Wire<MessageEdit>[] | null;
}

export async function selectVersioned(reader: Queryable, id: number): Promise<VersionedMessage | undefined> {
  const [row] = await reader.query<VersionedMessage>(
    `SELECT topic, content, rendered_content AS "renderedContent", sender_id AS "senderId",
       floor(extract(epoch FROM sent_at))::bigint AS "sentAtSeconds", edit_history AS entries
     FROM messages WHERE id = $1`,
    [id],
  );
  return row;
}

/** The messages of the topic that a move includes, ascending, at most `limit`: only messages that the viewer sees. */
export function selectPropagated(
  tx: Transaction,
  viewer: Viewer,
  message: EditedMessage,
  mode: PropagateMode,
  limit: number,
): Promise<{ id: number; ageSeconds: number }[]> {
  const visible = visibleMessages(viewer, 5);
  return tx.query<{ id: number; ageSeconds: number }>(
    `SELECT m.id, extract(epoch FROM clock_timestamp() - m.sent_at)::float8 AS "ageSeconds" FROM messages m
     WHERE (m.recipient_id, m.topic_key, m.id) >= ($1::bigint, $2::text, $3::bigint)
       AND (m.recipient_id, m.topic_key, m.id) <= ($1::bigint, $2::text, 9223372036854775807)
       AND m.stream_id IS NOT NULL AND ${visible.condition}
     ORDER BY m.recipient_id, m.topic_key, m.id LIMIT $4`,
    [message.recipientId, message.topicKey, mode === 'change_all' ? 0 : message.id, limit, ...visible.parameters],
  );
}

/** Whether the topic has another message; with a viewer, one that the viewer sees. */
export async function hasOthers(
  tx: Transaction,
  topic: Pick<EditedMessage, 'recipientId' | 'topicKey'>,
  ids: readonly number[],
  viewer?: Viewer,
): Promise<boolean> {
  const visible = viewer ? visibleMessages(viewer, 4) : { condition: 'true', parameters: [] };
  const [row] = await tx.query(
    `SELECT 1 FROM messages m WHERE m.recipient_id = $1 AND m.topic_key = $2 AND m.stream_id IS NOT NULL
       AND m.id <> ALL ($3) AND ${visible.condition} LIMIT 1`,
    [topic.recipientId, topic.topicKey, ids, ...visible.parameters],
  );
  return row !== undefined;
}

const withEntry = (entry: string): string =>
  `(jsonb_build_array(${entry}) || coalesce(m.edit_history, '[]'::jsonb)) - ${MAX_HISTORY_ENTRIES}`;

const PREVIOUS_CONTENT = jsonObject<Partial<Wire<MessageEdit>>>({
  prev_content: 'm.content',
  prev_rendered_content: 'm.rendered_content',
  prev_rendered_content_version: 'm.render_version',
});

const entryOf = ({ nowSeconds }: EditedMessage, userId: number): string => {
  const entry: Partial<Wire<MessageEdit>> = { user_id: userId, timestamp: nowSeconds };
  return JSON.stringify(entry);
};

export async function updateContent(
  tx: Transaction,
  message: EditedMessage,
  { content, rendering, mentionedUserIds, alertWordUserIds }: PreparedMessage,
  userId: number,
): Promise<void> {
  const { html, isMeMessage, hasLink, hasImage, hasAttachment, wildcardMentioned } = rendering;
  await tx.query(
    `UPDATE messages m SET content = $2, rendered_content = $3, render_version = $4, is_me = $5, has_link = $6,
       has_image = $7, has_attachment = $8, is_wildcard_mention = $9, mentioned_user_ids = $10,
       alert_word_user_ids = $11, last_edited_at = to_timestamp($12),
       edit_history = ${withEntry(`$13::jsonb || ${PREVIOUS_CONTENT}`)}
     WHERE m.id = $1`,
    [
      ...[message.id, content, html, RENDER_VERSION, isMeMessage, hasLink, hasImage, hasAttachment, wildcardMentioned],
      ...[mentionedUserIds, alertWordUserIds, message.nowSeconds, entryOf(message, userId)],
    ],
  );
}

interface Destination {
  readonly recipientId: number;
  readonly streamId: number;
  readonly topic: string;
}

/**
 * Moves messages. Each keeps the place of its watermarks. A message that returns to that place is as if it had never been away.
 */
export async function updatePlace(
  tx: Transaction,
  ids: readonly number[],
  to: Destination,
  from: EditedMessage,
  userId: number,
): Promise<void> {
  const isNewStream = to.streamId !== from.streamId;
  const isNewTopic = to.topic !== from.topic;
  const places = jsonObject<Partial<Wire<MessageEdit>>>({
    prev_topic: isNewTopic ? 'm.topic' : undefined,
    topic: isNewTopic ? '$5::text' : undefined,
    prev_stream: isNewStream ? 'm.stream_id' : undefined,
    stream: isNewStream ? '$3::bigint' : undefined,
  });
  await tx.query(
    `UPDATE messages m SET recipient_id = $2, stream_id = $3, topic_key = $4, topic = $5,
       read_recipient_id = CASE WHEN origin.recipient_id = $2 AND origin.topic_key = $4 THEN NULL
         ELSE origin.recipient_id END,
       read_topic_key = CASE WHEN origin.recipient_id = $2 AND origin.topic_key = $4 THEN NULL
         ELSE origin.topic_key END,
       last_edited_at = to_timestamp($6), edit_history = ${withEntry(`$7::jsonb || ${places}`)}
     FROM messages o CROSS JOIN LATERAL (
       SELECT coalesce(o.read_recipient_id, o.recipient_id) AS recipient_id,
         CASE WHEN o.read_recipient_id IS NULL THEN o.topic_key ELSE o.read_topic_key END AS topic_key) AS origin
     WHERE m.id = ANY ($1) AND o.id = m.id`,
    [ids, to.recipientId, to.streamId, foldName(to.topic), to.topic, from.nowSeconds, entryOf(from, userId)],
  );
}

/** Joins the newest two entries of a message's history, of its content and its place, into one. */
export async function joinNewestEntries(tx: Transaction, id: number): Promise<void> {
  await tx.query(
    `UPDATE messages m SET edit_history =
       jsonb_build_array((m.edit_history -> 1) || (m.edit_history -> 0)) || (m.edit_history - 0 - 0)
     WHERE m.id = $1`,
    [id],
  );
}

/** Ids of the newest messages of a topic, newest first. Comparisons of rows, so that the index gives the order. */
export async function selectNewestOfTopic(tx: Transaction, recipientId: number, topicKey: string, limit: number) {
  const rows = await tx.query<{ id: number }>(
    `SELECT id FROM messages WHERE (recipient_id, topic_key, id) >= ($1::bigint, $2::text, 0)
       AND (recipient_id, topic_key, id) <= ($1::bigint, $2::text, 9223372036854775807)
       AND stream_id IS NOT NULL
     ORDER BY recipient_id DESC, topic_key DESC, id DESC LIMIT $3`,
    [recipientId, topicKey, limit],
  );
  return rows.map((row) => row.id);
}
