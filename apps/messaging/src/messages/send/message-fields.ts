import type { MessageSentPayload } from '@chat/contracts';
import { foldName } from '@chat/text';
import type { PreparedMessage } from './prepared-message.js';

/** Columns of a record that holds a prepared message. */
export const MESSAGE_FIELDS = `
  place integer, recipient_id bigint, stream_id bigint, sender_id bigint, topic text, topic_key text, content text,
  rendered_content text, client_name text, is_me boolean, has_link boolean, has_image boolean, has_attachment boolean,
  is_read_by_sender boolean, is_wildcard_mention boolean, mentioned_user_ids bigint[], alert_word_user_ids bigint[],
  read_by_user_ids bigint[], scheduled_message_id bigint, queue_id text, local_id text`;

/** SQL that inserts from "allocated": records that also have an id and a time (`allocated_at`). */
export const insertAllocated = (realmId: string, renderVersion: string): string => `
  INSERT INTO messages (
    id, realm_id, recipient_id, stream_id, sender_id, topic, topic_key, content, rendered_content, render_version,
    client_name, sent_at, is_me, has_link, has_image, has_attachment, is_read_by_sender, is_wildcard_mention,
    mentioned_user_ids, alert_word_user_ids, scheduled_message_id)
  SELECT id, ${realmId}, recipient_id, stream_id, sender_id, topic, topic_key, content, rendered_content, ${renderVersion},
    client_name, allocated_at, is_me, has_link, has_image, has_attachment, is_read_by_sender, is_wildcard_mention,
    mentioned_user_ids, alert_word_user_ids, scheduled_message_id
  FROM allocated`;

/** SQL that marks the messages of "allocated" as read for `read_by_user_ids`. */
export const insertRead = `
  INSERT INTO message_flags (user_id, message_id, is_read) SELECT unnest(read_by_user_ids), id, true FROM allocated`;

/** A message for `json_to_recordset` with {@link MESSAGE_FIELDS}. */
export function messageFields(message: PreparedMessage, place: number) {
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
    read_by_user_ids: message.readByUserIds ?? null,
    scheduled_message_id: message.scheduledMessageId ?? null,
    queue_id: localEcho?.queueId ?? null,
    local_id: localEcho?.localId ?? null,
  };
}

/** Payload of MessageSent without the id and time of the message. */
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
  ...(message.readByUserIds && { readByUserIds: message.readByUserIds }),
  localEcho: message.localEcho,
});
