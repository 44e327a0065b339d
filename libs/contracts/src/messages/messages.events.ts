import { domainEvent } from '../domain-event.js';
import { ClientEventOf } from '../kit/client-event.js';
import { Field, Id, Integer, ListOf, Nested, Text } from '../kit/fields.js';
import { registerFieldsOf } from '../kit/register-fields.js';
import { id } from '../kit/types/index.js';
import { type MessageFlag, MessageInEvent, messageFlags, type TopicLink } from './messages.schema.js';

/** Where a message goes. Never a list of subscribers: who reads a stream is known where the live queues are. */
export type MessageRecipient =
  | {
      readonly kind: 'stream';
      readonly recipientId: number;
      readonly streamId: number;
      readonly streamName: string;
      readonly topic: string;
    }
  | {
      readonly kind: 'direct';
      readonly recipientId: number;
      /** Everybody in the conversation, the sender too; ascending by id. */
      readonly participants: readonly DirectParticipant[];
    };

export interface DirectParticipant {
  readonly id: number;
  readonly email: string;
  readonly fullName: string;
}

/** The sender as the message shows it. */
export interface MessageSender {
  readonly userId: number;
  /** API email. */
  readonly email: string;
  readonly fullName: string;
  readonly realmStr: string;
  readonly isBot: boolean;
}

export interface MessageSentPayload {
  readonly messageId: number;
  readonly sender: MessageSender;
  readonly recipient: MessageRecipient;
  /** Markdown, as it was sent. */
  readonly content: string;
  readonly renderedContent: string;
  readonly topicLinks: readonly TopicLink[];
  readonly isMeMessage: boolean;
  readonly clientName: string;
  /** UTC seconds. */
  readonly sentAtSeconds: number;
  /** Users who are mentioned by name or group and can see the message; ascending. */
  readonly mentionedUserIds: readonly number[];
  readonly wildcardMentioned: boolean;
  /** Users with one of their alert words in the message who can see it; ascending. */
  readonly alertWordUserIds: readonly number[];
  /** The sender's own message counts as read when a person's app sent it. */
  readonly isReadBySender: boolean;
  /** Who has read it beside the sender: whoever caused a notice. */
  readonly readByUserIds?: readonly number[];
  /** Local echo: the queue that sent it, and what that client calls it. */
  readonly localEcho: { readonly queueId: string; readonly localId: string } | null;
}

/** The greatest id that the reader may have heard of; -1 without messages, and for spectators. */
export class MaxMessageIdRegisterFields {
  @Integer({ deprecated: true }) maxMessageId!: number;
}
registerFieldsOf(['message'], MaxMessageIdRegisterFields);

export class RecentConversation {
  @Id() maxMessageId!: number;
  /** Without the reader. */
  @ListOf(id()) userIds!: readonly number[];
}

/** Newest first. */
export class RecentConversationsRegisterFields {
  @ListOf(RecentConversation) recentPrivateConversations!: readonly RecentConversation[];
}
registerFieldsOf(['recent_private_conversations'], RecentConversationsRegisterFields);

/** The fan-out writes this event itself: it is the most frequent one, and most of its text is the same for many readers. */
@ClientEventOf({ type: 'message', when: 'A message was sent that the user may read and that fits the queue’s narrow.' })
export class MessageEvent {
  @Nested(MessageInEvent) message!: MessageInEvent;
  @Field(messageFlags(), { description: 'The reader’s own.' }) flags!: readonly MessageFlag[];
  @Text({ optional: true, description: 'The `local_id` of the send, only in the queue that it named.' })
  localMessageId?: string;
  @Text({ optional: true, description: 'The same again.' }) localId?: string;
}

/** A message was sent. Ids of a realm rise in the order of these events. */
export const MessageSent = domainEvent<MessageSentPayload>()('messaging.message_sent');
