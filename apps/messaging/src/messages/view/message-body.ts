import type { Queryable } from '../../access/access.js';
import { scopeRecipient, scopeTopicKey } from '../../flags/read-state.js';
import { type FlaggedMessage } from '../../flags/reader-facts.js';

/** Everything of one version of a message that is the same for all readers. */
export interface MessageBody extends FlaggedMessage {
  readonly version: string;
  readonly topic: string;
  /** Participants of a direct conversation; ascending. */
  readonly participantIds: readonly number[] | null;
  /** What it says on the wire, up to where it depends on the reader or on names: JSON text of an object that is not closed. */
  readonly text: string;
  /** JSON text of the history of its edits, newest first. */
  readonly editHistory: string | null;
}

interface BodyRow {
  readonly id: number;
  readonly version: string;
  readonly senderId: number;
  readonly streamId: number | null;
  readonly recipientId: number;
  readonly scopeRecipientId: number;
  readonly scopeTopicKey: string;
  readonly participantIds: number[] | null;
  readonly topic: string;
  readonly content: string;
  readonly clientName: string;
  readonly sentAt: number;
  readonly lastEditedAt: number | null;
  readonly editHistory: string | null;
  readonly traits: number;
  readonly mentionedUserIds: number[];
  readonly alertWordUserIds: number[];
}

const IS_ME = 1;
const IS_READ_BY_SENDER = 2;
const IS_WILDCARD_MENTION = 4;
const NOBODY: readonly number[] = [];

/**
 * Reads messages as they are now, whoever may see them: the caller shows only what has the version that the reader was found to
 * see. With HTML, or the Markdown it was made of. One query.
 */
export async function readBodies(
  queryable: Queryable,
  messageIds: readonly number[],
  isHtml: boolean,
): Promise<MessageBody[]> {
  const rows = await queryable.queryPrepared<BodyRow>(
    `SELECT m.id, coalesce(m.version, 0)::text AS version, m.sender_id AS "senderId", m.stream_id AS "streamId",
       m.recipient_id AS "recipientId", ${scopeRecipient('m')} AS "scopeRecipientId", ${scopeTopicKey('m')} AS "scopeTopicKey",
       CASE WHEN m.stream_id IS NULL THEN (SELECT r.user_ids FROM recipients r WHERE r.id = m.recipient_id) END
         AS "participantIds",
       m.topic, CASE WHEN $2::boolean THEN m.rendered_content ELSE m.content END AS content, m.client_name AS "clientName",
       date_part('epoch', m.sent_at) AS "sentAt", date_part('epoch', m.last_edited_at) AS "lastEditedAt",
       m.edit_history::text AS "editHistory",
       m.is_me::integer * ${IS_ME} + m.is_read_by_sender::integer * ${IS_READ_BY_SENDER}
         + m.is_wildcard_mention::integer * ${IS_WILDCARD_MENTION} AS traits,
       m.mentioned_user_ids AS "mentionedUserIds", m.alert_word_user_ids AS "alertWordUserIds"
     FROM messages m WHERE m.id = ANY ($1)`,
    [messageIds, isHtml],
  );
  return rows.map((row) => bodyOf(row, isHtml));
}

function bodyOf(row: BodyRow, isHtml: boolean): MessageBody {
  const { id, streamId, senderId, topic } = row;
  const members = {
    id,
    type: streamId === null ? 'private' : 'stream',
    sender_id: senderId,
    client: row.clientName,
    content: row.content,
    content_type: isHtml ? 'text/html' : 'text/x-markdown',
    recipient_id: row.recipientId,
    ...(streamId !== null && { stream_id: streamId }),
    subject: topic,
    is_me_message: (row.traits & IS_ME) !== 0,
    timestamp: Math.floor(row.sentAt),
    ...(row.lastEditedAt !== null && { last_edit_timestamp: Math.floor(row.lastEditedAt) }),
    submessages: [],
  };
  return {
    id,
    version: row.version,
    senderId,
    streamId,
    topic,
    scopeRecipientId: row.scopeRecipientId,
    // Nearly always the same text: kept once.
    scopeTopicKey: row.scopeTopicKey === topic ? topic : row.scopeTopicKey,
    participantIds: row.participantIds,
    isReadBySender: (row.traits & IS_READ_BY_SENDER) !== 0,
    isWildcardMention: (row.traits & IS_WILDCARD_MENTION) !== 0,
    mentionedUserIds: row.mentionedUserIds.length === 0 ? NOBODY : row.mentionedUserIds,
    alertWordUserIds: row.alertWordUserIds.length === 0 ? NOBODY : row.alertWordUserIds,
    text: JSON.stringify(members).slice(0, -1),
    editHistory: row.editHistory,
  };
}
