import type { MessageSentPayload } from '@chat/contracts';
import { foldName } from '@chat/text';
import type { MessageRendering } from '../rendering/message-renderer.js';

/** Members of the payload that follow from the rendering, or from storing. */
type DerivedMember =
  | 'messageId'
  | 'sentAtSeconds'
  | 'renderedContent'
  | 'isMeMessage'
  | 'wildcardMentioned'
  | 'hasAttachment'
  | 'submessages';

/** A checked and rendered message. Only its id and time are missing. */
export interface PreparedMessage extends Omit<MessageSentPayload, DerivedMember> {
  readonly realmId: number;
  /** The stream has no message yet, as far as is known. */
  readonly isFirstOfStream: boolean;
  readonly rendering: MessageRendering;
  /** Outgoing webhook bots that the message calls; absent if it calls none. */
  readonly triggeredBotIds?: readonly number[];
  /** JSON text of the widget that the message is; undefined for other messages. */
  readonly widget: string | undefined;
  /** A scheduled message is stored once per id: a unique index decides. */
  readonly scheduledMessageId?: number;
}

export interface StoredMessage {
  readonly messageId: number;
  /** False: it had been sent before, under this id (`localEcho`), and nothing was stored. */
  readonly isNew: boolean;
}

/** Columns of `messages` that a prepared message fills. */
const COLUMNS = {
  ...{ recipient_id: 'bigint', stream_id: 'bigint', sender_id: 'bigint', topic: 'text', topic_key: 'text' },
  ...{ content: 'text', rendered_content: 'text', client_name: 'text', is_me: 'boolean', has_link: 'boolean' },
  ...{ has_image: 'boolean', has_attachment: 'boolean', is_read_by_sender: 'boolean', is_wildcard_mention: 'boolean' },
  ...{ mentioned_user_ids: 'bigint[]', alert_word_user_ids: 'bigint[]', scheduled_message_id: 'bigint' },
};
/** Columns of the record of a prepared message, {@link recordOf}. */
const RECORD_COLUMNS = {
  ...COLUMNS,
  place: 'integer',
  read_by_user_ids: 'bigint[]',
  queue_id: 'text',
  local_id: 'text',
};

const NAMES = Object.keys(COLUMNS).join(', ');

/** Columns of the record with their types, for `json_to_recordset`. */
export const RECORD = Object.entries(RECORD_COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

/** SQL that inserts the messages of "allocated": records that also have an id and a time (`allocated_at`). */
export const insertMessages = (realmId: string, renderVersion: string): string => `
  INSERT INTO messages (id, realm_id, sent_at, render_version, ${NAMES})
  SELECT id, ${realmId}, allocated_at, ${renderVersion}, ${NAMES} FROM allocated`;

/** SQL that marks the messages of "allocated" as read for `read_by_user_ids`. */
export const INSERT_READ = `
  INSERT INTO message_flags (user_id, message_id, is_read) SELECT unnest(read_by_user_ids), id, true FROM allocated`;

/** The message as {@link RECORD} describes it. A literal, because an object that is filled in a loop takes three times as long. */
export function recordOf(message: PreparedMessage, place: number): Record<keyof typeof RECORD_COLUMNS, unknown> {
  const { recipient, rendering, localEcho } = message;
  const topic = recipient.kind === 'stream' ? recipient.topic : '';
  return {
    place,
    recipient_id: recipient.recipientId,
    stream_id: recipient.kind === 'stream' ? recipient.streamId : null,
    sender_id: message.sender.userId,
    topic,
    topic_key: foldName(topic),
    content: message.content,
    rendered_content: rendering.html,
    client_name: message.clientName,
    is_me: rendering.isMeMessage,
    has_link: rendering.hasLink,
    has_image: rendering.hasImage,
    has_attachment: rendering.hasAttachment,
    is_read_by_sender: message.isReadBySender,
    is_wildcard_mention: rendering.wildcardMentioned,
    mentioned_user_ids: message.mentionedUserIds,
    alert_word_user_ids: message.alertWordUserIds,
    scheduled_message_id: message.scheduledMessageId ?? null,
    read_by_user_ids: message.readByUserIds ?? null,
    queue_id: localEcho?.queueId ?? null,
    local_id: localEcho?.localId ?? null,
  };
}

/** Payload of MessageSent without the id and time of the message; a literal for the same reason. */
export const payloadOf = (message: PreparedMessage): Omit<MessageSentPayload, 'messageId' | 'sentAtSeconds'> => ({
  sender: message.sender,
  recipient: message.recipient,
  content: message.content,
  renderedContent: message.rendering.html,
  topicLinks: message.topicLinks,
  isMeMessage: message.rendering.isMeMessage,
  clientName: message.clientName,
  mentionedUserIds: message.mentionedUserIds,
  wildcardMentioned: message.rendering.wildcardMentioned,
  alertWordUserIds: message.alertWordUserIds,
  isReadBySender: message.isReadBySender,
  readByUserIds: message.readByUserIds,
  ...(message.rendering.hasAttachment && { hasAttachment: true }),
  localEcho: message.localEcho,
});
