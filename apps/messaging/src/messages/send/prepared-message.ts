import type { MessageSentPayload } from '@chat/contracts';
import type { RenderedMessage } from '@chat/markdown';
import { foldName } from '@chat/text';

/** Members of the payload that follow from the rendering, or from storing. */
type DerivedMember = 'messageId' | 'sentAtSeconds' | 'renderedContent' | 'isMeMessage' | 'wildcardMentioned';

/** A checked and rendered message. Only its id and time are missing. */
export interface PreparedMessage extends Omit<MessageSentPayload, DerivedMember> {
  readonly realmId: number;
  /** The stream has no message yet, as far as is known. */
  readonly isFirstOfStream: boolean;
  readonly rendering: RenderedMessage;
  /** A scheduled message is stored once per id: a unique index decides. */
  readonly scheduledMessageId?: number;
}

/** Result of storing a prepared message. */
export interface StoredMessage {
  readonly messageId: number;
  /** False: it had been sent before, under this id (`localEcho`), and nothing was stored. */
  readonly isNew: boolean;
}

/** Columns of `messages` that a prepared message fills: type and value. */
const COLUMNS: Readonly<Record<string, readonly [type: string, value: (message: PreparedMessage) => unknown]>> = {
  recipient_id: ['bigint', ({ recipient }) => recipient.recipientId],
  stream_id: ['bigint', ({ recipient }) => (recipient.kind === 'stream' ? recipient.streamId : null)],
  sender_id: ['bigint', ({ sender }) => sender.userId],
  topic: ['text', ({ recipient }) => (recipient.kind === 'stream' ? recipient.topic : '')],
  topic_key: ['text', ({ recipient }) => (recipient.kind === 'stream' ? foldName(recipient.topic) : '')],
  content: ['text', ({ content }) => content],
  rendered_content: ['text', ({ rendering }) => rendering.html],
  client_name: ['text', ({ clientName }) => clientName],
  is_me: ['boolean', ({ rendering }) => rendering.isMeMessage],
  has_link: ['boolean', ({ rendering }) => rendering.hasLink],
  has_image: ['boolean', ({ rendering }) => rendering.hasImage],
  has_attachment: ['boolean', ({ rendering }) => rendering.hasAttachment],
  is_read_by_sender: ['boolean', ({ isReadBySender }) => isReadBySender],
  is_wildcard_mention: ['boolean', ({ rendering }) => rendering.wildcardMentioned],
  mentioned_user_ids: ['bigint[]', ({ mentionedUserIds }) => mentionedUserIds],
  alert_word_user_ids: ['bigint[]', ({ alertWordUserIds }) => alertWordUserIds],
  scheduled_message_id: ['bigint', ({ scheduledMessageId }) => scheduledMessageId ?? null],
};
const NAMES = Object.keys(COLUMNS).join(', ');
const VALUES = Object.entries(COLUMNS).map(([name, [, value]]) => [name, value] as const);

/** Columns of a record that holds a prepared message; `recordOf` makes one. */
export const RECORD = `
  place integer, ${Object.entries(COLUMNS).map(([name, [type]]) => `${name} ${type}`)},
  read_by_user_ids bigint[], queue_id text, local_id text`;

/** SQL that inserts the messages of "allocated": records that also have an id and a time (`allocated_at`). */
export const insertMessages = (realmId: string, renderVersion: string): string => `
  INSERT INTO messages (id, realm_id, sent_at, render_version, ${NAMES})
  SELECT id, ${realmId}, allocated_at, ${renderVersion}, ${NAMES} FROM allocated`;

/** SQL that marks the messages of "allocated" as read for `read_by_user_ids`. */
export const INSERT_READ = `
  INSERT INTO message_flags (user_id, message_id, is_read) SELECT unnest(read_by_user_ids), id, true FROM allocated`;

/** The message as {@link RECORD} has it, for `json_to_recordset`. */
export function recordOf(message: PreparedMessage, place: number): Record<string, unknown> {
  const { readByUserIds, localEcho } = message;
  const record: Record<string, unknown> = {
    place,
    read_by_user_ids: readByUserIds ?? null,
    queue_id: localEcho?.queueId ?? null,
    local_id: localEcho?.localId ?? null,
  };
  for (const [name, value] of VALUES) record[name] = value(message);
  return record;
}

/** Payload of MessageSent without the id and time of the message. */
export function payloadOf(message: PreparedMessage): Omit<MessageSentPayload, 'messageId' | 'sentAtSeconds'> {
  const { realmId: _, isFirstOfStream: __, scheduledMessageId: ___, rendering, ...payload } = message;
  const { html: renderedContent, isMeMessage, wildcardMentioned } = rendering;
  return { ...payload, renderedContent, isMeMessage, wildcardMentioned };
}
