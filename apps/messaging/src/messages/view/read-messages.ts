import type { Reaction } from '@chat/contracts';
import type { Queryable } from '../../access/access.js';
import { isReadExpression, receivedMessages } from '../../access/received-messages.js';
import type { Viewer } from '../../access/viewer.js';
import { visibleMessages } from '../../access/visible-messages.js';

/** A message with everything that one viewer sees of it. */
export interface MessageRow {
  readonly id: number;
  readonly recipientId: number;
  readonly streamId: number | null;
  readonly streamName: string | null;
  /** Participants of a direct conversation; ascending. */
  readonly userIds: readonly number[] | null;
  readonly senderId: number;
  readonly topic: string;
  readonly content: string;
  readonly renderedContent: string;
  readonly renderVersion: number;
  readonly clientName: string;
  readonly sentAtSeconds: number;
  readonly lastEditedAtSeconds: number | null;
  /** Newest first, under wire names. */
  readonly editHistory: readonly Readonly<Record<string, unknown>>[] | null;
  readonly isMe: boolean;
  readonly isWildcardMention: boolean;
  readonly isMentioned: boolean;
  readonly hasAlertWord: boolean;
  readonly isReceived: boolean;
  readonly isRead: boolean;
  readonly isStarred: boolean;
  readonly isCollapsed: boolean;
  readonly reactions: readonly Reaction[];
}

/**
 * Those of the messages that the viewer may read, ascending by id, with their reactions (in the order in which they came) and
 * the viewer's flags. Two queries, at once.
 */
export async function readMessages(
  queryable: Queryable,
  viewer: Viewer | null,
  realmId: number,
  messageIds: readonly number[],
): Promise<MessageRow[]> {
  const visible = visibleMessages(viewer, 4);
  const user = '$3::bigint';
  const reading = queryable.queryPrepared<Omit<MessageRow, 'reactions'>>(
    `SELECT m.id, m.recipient_id AS "recipientId", m.stream_id AS "streamId", s.name AS "streamName",
       r.user_ids AS "userIds", m.sender_id AS "senderId", m.topic, m.content,
       m.rendered_content AS "renderedContent", m.render_version AS "renderVersion", m.client_name AS "clientName",
       floor(extract(epoch FROM m.sent_at))::bigint AS "sentAtSeconds",
       floor(extract(epoch FROM m.last_edited_at))::bigint AS "lastEditedAtSeconds", m.edit_history AS "editHistory",
       m.is_me AS "isMe", m.is_wildcard_mention AS "isWildcardMention",
       m.mentioned_user_ids @> ARRAY[${user}] AS "isMentioned",
       m.alert_word_user_ids @> ARRAY[${user}] AS "hasAlertWord",
       ${receivedMessages(user)} AS "isReceived",
       CASE WHEN ${receivedMessages(user)} THEN ${isReadExpression(user)} ELSE coalesce(f.is_read, true) END AS "isRead",
       coalesce(f.is_starred, false) AS "isStarred", coalesce(f.is_collapsed, false) AS "isCollapsed"
     FROM messages m
     LEFT JOIN streams s ON s.id = m.stream_id
     LEFT JOIN recipients r ON r.id = m.recipient_id AND m.stream_id IS NULL
     LEFT JOIN message_flags f ON f.message_id = m.id AND f.user_id = ${user}
     WHERE m.id = ANY ($1) AND m.realm_id = $2 AND ${visible.condition}
     ORDER BY m.id`,
    [messageIds, realmId, viewer?.userId ?? 0, ...visible.parameters],
  );
  const [rows, reactions] = await Promise.all([reading, readReactions(queryable, messageIds)]);
  return rows.map((row) => ({ ...row, reactions: reactions.get(row.id) ?? [] }));
}

async function readReactions(queryable: Queryable, messageIds: readonly number[]): Promise<Map<number, Reaction[]>> {
  const found = new Map<number, Reaction[]>();
  if (messageIds.length === 0) return found;
  const rows = await queryable.queryPrepared<Reaction & { messageId: number }>(
    `SELECT message_id AS "messageId", user_id AS "userId", emoji_name AS "emojiName", emoji_code AS "emojiCode",
       reaction_type AS "reactionType"
     FROM reactions WHERE message_id = ANY ($1) ORDER BY message_id, id`,
    [messageIds],
  );
  for (const { messageId, ...reaction } of rows) {
    const list = found.get(messageId);
    if (list) list.push(reaction);
    else found.set(messageId, [reaction]);
  }
  return found;
}
