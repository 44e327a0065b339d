import type { Message, Wire } from '@chat/contracts';
import type { Queryable } from '@chat/persistence';
import type { AccessedMessage } from '../../access/access.js';
import { scopeTopicKey } from '../../read-state/read-state.js';
import type { FlaggedMessage } from '../../read-state/reader-state.js';

/** Everything of one version of a message that is the same for all readers. */
export interface MessageBody extends FlaggedMessage {
  readonly version: string;
  readonly topic: string;
  /** Participants of a direct conversation; ascending. */
  readonly participantIds: readonly number[] | null;
  /** Members of the wire form that depend on neither reader nor names: JSON text of an object without its closing brace. */
  readonly text: string;
  /** JSON text of the history of its edits, newest first. */
  readonly editHistory: string | null;
}

/** HTML or Markdown of the message, as the body was read. */
export const contentOf = ({ text }: MessageBody): string =>
  (JSON.parse(`${text}}`) as Pick<Wire<Message>, 'content'>).content;

/** Usual values are null: to send and parse a value costs as much as to find it. */
interface BodyRow extends AccessedMessage, Pick<MessageBody, 'participantIds' | 'editHistory'> {
  readonly version: string | null;
  /** Null: the message is where it was sent. */
  readonly readRecipientId: number | null;
  /** Null: the topic itself. */
  readonly scopeTopicKey: string | null;
  readonly content: string;
  readonly clientName: string;
  readonly sentAt: number;
  readonly lastEditedAt: number | null;
  readonly traits: number | null;
  readonly mentionedUserIds: number[] | null;
  readonly alertWordUserIds: number[] | null;
}

const IS_ME = 1;
const IS_READ_BY_SENDER = 2;
const IS_WILDCARD_MENTION = 4;
/** A person's app sent it. */
const USUAL_TRAITS = IS_READ_BY_SENDER;

/**
 * Reads current bodies, with HTML or Markdown, in one query. It does not check access: the caller shows only versions that the reader
 * is known to see. `recipientId`: the common place of the messages; messages that have left it are not read. Null: several places.
 */
export async function readBodies(
  queryable: Queryable,
  messageIds: readonly number[],
  recipientId: number | null,
  isHtml: boolean,
): Promise<MessageBody[]> {
  const { sql, parameters } = bodiesStatement(messageIds, recipientId, isHtml);
  const rows = await queryable.queryPrepared<BodyRow>(sql, parameters);
  return rows.map((row) => bodyOf(row, isHtml));
}

/** The statement of {@link readBodies}. The messages of a page are neighbours in the index of their place, not in the primary key. */
export function bodiesStatement(
  messageIds: readonly number[],
  recipientId: number | null,
  isHtml: boolean,
): { readonly sql: string; readonly parameters: readonly unknown[] } {
  const content = isHtml ? 'm.rendered_content' : 'm.content';
  const sql = `SELECT m.id, m.version::text AS version, m.sender_id AS "senderId", m.stream_id AS "streamId",
       m.recipient_id AS "recipientId", m.read_recipient_id AS "readRecipientId",
       nullif(${scopeTopicKey('m')}, m.topic) AS "scopeTopicKey",
       CASE WHEN m.stream_id IS NULL THEN (SELECT r.user_ids FROM recipients r WHERE r.id = m.recipient_id) END
         AS "participantIds",
       m.topic, ${content} AS content, m.client_name AS "clientName",
       date_part('epoch', m.sent_at) AS "sentAt", date_part('epoch', m.last_edited_at) AS "lastEditedAt",
       m.edit_history::text AS "editHistory",
       nullif(m.is_me::integer * ${IS_ME} + m.is_read_by_sender::integer * ${IS_READ_BY_SENDER}
         + m.is_wildcard_mention::integer * ${IS_WILDCARD_MENTION}, ${USUAL_TRAITS}) AS traits,
       nullif(m.mentioned_user_ids, '{}') AS "mentionedUserIds", nullif(m.alert_word_user_ids, '{}') AS "alertWordUserIds"
     FROM messages m WHERE m.id = ANY ($1)`;
  return recipientId === null
    ? { sql, parameters: [messageIds] }
    : { sql: `${sql} AND m.recipient_id = $2`, parameters: [messageIds, recipientId] };
}

function bodyOf(row: BodyRow, isHtml: boolean): MessageBody {
  const { id, streamId, senderId, topic } = row;
  const traits = row.traits ?? USUAL_TRAITS;
  const members: Partial<Wire<Message>> = {
    id,
    type: streamId === null ? 'private' : 'stream',
    sender_id: senderId,
    client: row.clientName,
    content: row.content,
    content_type: isHtml ? 'text/html' : 'text/x-markdown',
    recipient_id: row.recipientId,
    stream_id: streamId ?? undefined,
    subject: topic,
    is_me_message: (traits & IS_ME) !== 0,
    timestamp: Math.floor(row.sentAt),
    last_edit_timestamp: row.lastEditedAt === null ? undefined : Math.floor(row.lastEditedAt),
  };
  return {
    id,
    version: row.version ?? '0',
    senderId,
    streamId,
    topic,
    scopeRecipientId: row.readRecipientId ?? row.recipientId,
    scopeTopicKey: row.scopeTopicKey ?? topic,
    participantIds: row.participantIds,
    isReadBySender: (traits & IS_READ_BY_SENDER) !== 0,
    isWildcardMention: (traits & IS_WILDCARD_MENTION) !== 0,
    mentionedUserIds: row.mentionedUserIds ?? [],
    alertWordUserIds: row.alertWordUserIds ?? [],
    text: JSON.stringify(members).slice(0, -1),
    editHistory: row.editHistory,
  };
}
