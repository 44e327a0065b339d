import { Bool, Field, Id, Integer, ListOf, Nested, OneOf, Text, Timestamp } from '../kit/fields.js';
import { anyOf, type FieldType, integer, list, objectOf, oneOf, text, type ValueOf } from '../kit/types/index.js';
import { Reaction } from '../reactions/reactions.schema.js';
import { MAX_WIDGET_CONTENT_LENGTH, Submessage } from '../submessages/submessages.schema.js';

export const MESSAGE_TYPES = ['stream', 'direct'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** Participants of one direct conversation, with the sender. */
export const MAX_DIRECT_PARTICIPANTS = 1_000;
/** Longest `queue_id` and `local_id` of a message. */
export const MAX_LOCAL_ECHO_LENGTH = 200;

export const MESSAGE_FLAGS = [
  'read',
  'starred',
  'collapsed',
  'mentioned',
  'wildcard_mentioned',
  'has_alert_word',
  'historical',
  'summarize_in_home',
  'summarize_in_stream',
  'force_expand',
  'force_collapse',
] as const;
export type MessageFlag = (typeof MESSAGE_FLAGS)[number];

/** A participant of a direct conversation. */
export class DisplayRecipient {
  @Id() id!: number;
  @Text() email!: string;
  @Text() fullName!: string;
  @Bool() isMirrorDummy!: boolean;
}

/** A link that a linkifier of the realm found in a topic. */
export class TopicLink {
  @Text() text!: string;
  @Text() url!: string;
}

/** One entry of the edit history: the previous values, and the new place of a moved message. */
export class MessageEdit {
  @Id({ nullable: true }) userId!: number | null;
  @Timestamp() timestamp!: number;
  @Text({ optional: true }) prevContent?: string;
  @Text({ optional: true }) prevRenderedContent?: string;
  @Integer({ optional: true }) prevRenderedContentVersion?: number;
  @Id({ optional: true }) prevStream?: number;
  @Id({ optional: true }) stream?: number;
  @Text({ optional: true }) prevTopic?: string;
  @Text({ optional: true }) topic?: string;
}

/** A reaction in a message. */
export class MessageReaction extends Reaction {
  @Nested(DisplayRecipient, { deprecated: true }) user!: DisplayRecipient;
}

/** A message in the `message` event; its flags stand in the event. */
export class MessageInEvent {
  @Id() id!: number;
  @OneOf(['stream', 'private']) type!: 'stream' | 'private';
  @Id() senderId!: number;
  @Text({ description: 'API email address of the sender.' }) senderEmail!: string;
  @Text() senderFullName!: string;
  @Text() senderRealmStr!: string;
  @Text({ nullable: true, description: 'Null for clients that compute it from the address (`client_extavatar`).' })
  avatarUrl!: string | null;
  @Text({ description: 'The program that sent the message.' }) client!: string;
  @Text({ description: 'HTML, or Markdown for clients with `apply_markdown` false.' }) content!: string;
  @OneOf(['text/html', 'text/x-markdown']) contentType!: 'text/html' | 'text/x-markdown';
  @Field(anyOf([text(), list(objectOf(DisplayRecipient))]), { description: 'Name of the stream, or the people.' })
  displayRecipient!: string | readonly DisplayRecipient[];
  @Id() recipientId!: number;
  @Id({ optional: true, description: 'Only for stream messages.' }) streamId?: number;
  @Text({ description: 'The topic; empty for direct messages.' }) subject!: string;
  @ListOf(TopicLink) topicLinks!: readonly TopicLink[];
  @Bool() isMeMessage!: boolean;
  @Timestamp() timestamp!: number;
  @Timestamp({ optional: true, description: 'Absent if never edited.' }) lastEditTimestamp?: number;
  @ListOf(MessageEdit, { optional: true, description: 'Newest edit first. Absent if never edited or not to be seen.' })
  editHistory?: readonly MessageEdit[];
  @ListOf(MessageReaction) reactions!: readonly MessageReaction[];
  @ListOf(Submessage, { description: 'In the order of their ids.' }) submessages!: readonly Submessage[];
}

/** A message as one reader sees it. */
export class Message extends MessageInEvent {
  @Field(messageFlags(), { description: 'Flags of the reader.' }) flags!: readonly MessageFlag[];
}

/** A list of flags that a reader can have on a message. */
export function messageFlags() {
  return list(oneOf(MESSAGE_FLAGS));
}

/** Path parameter of endpoints of one message. Error "Invalid message(s)" if the actor cannot see it. */
export class MessageSelection {
  @Id() messageId!: number;
}

const word = text({ controlCharacters: 'allowed' });

/**
 * A stream by name or id, or users by ids or API email addresses. A list with one stream equals the stream. Null: none of these.
 */
export const addressee = () =>
  anyOf([word, integer(), list(word), list(integer()), list(anyOf([word, integer()]))], {
    orPlainText: true,
    unfit: null,
  });
export type Addressee = ValueOf<ReturnType<typeof addressee>>;

/** The type of a message in a request. `private` is the deprecated name of `direct`. */
export const messageType = (): FieldType<MessageType> =>
  oneOf(['direct', 'stream'], { synonyms: { private: 'direct' } });

/** A message in a request. */
export class NewMessage {
  @Field(messageType()) type!: MessageType;
  @Field(addressee(), { optional: true, description: 'Optional for stream messages of a bot with a default stream.' })
  to?: Addressee;
  @Text({ controlCharacters: 'allowed' }) content!: string;
  /** Ignored for direct messages. */
  @Text({ controlCharacters: 'allowed', aliases: ['subject'], optional: true }) topic?: string;
  /** For local echo. `queueId` requires `localId`; `localId` alone has no effect. */
  @Text({ max: MAX_LOCAL_ECHO_LENGTH, optional: true }) queueId?: string;
  @Text({ max: MAX_LOCAL_ECHO_LENGTH, optional: true }) localId?: string;
  /** JSON text of `widget_type` and `extra_data`. It replaces the widget of `/poll` or `/todo` in the content. */
  @Text({ max: MAX_WIDGET_CONTENT_LENGTH, optional: true }) widgetContent?: string;
}
