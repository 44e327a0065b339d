import { domainEvent } from '../domain-event.js';
import { ClientEventOf } from '../kit/client-event.js';
import { Field, Id, Integer, ListOf, Nested, Text } from '../kit/fields.js';
import { id } from '../kit/types/index.js';
import type { Submessage } from '../submessages/submessages.schema.js';
import { type MessageFlag, MessageInEvent, messageFlags, type TopicLink } from './messages.schema.js';

/** The recipient of a message. Never a list of subscribers: the fan-out knows the live queues of a stream. */
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
      /** All participants, the sender too; ascending by id. */
      readonly participants: readonly DirectParticipant[];
    };

export interface DirectParticipant {
  readonly id: number;
  readonly email: string;
  readonly fullName: string;
}

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
  /** Markdown. */
  readonly content: string;
  readonly renderedContent: string;
  readonly topicLinks: readonly TopicLink[];
  readonly isMeMessage: boolean;
  readonly clientName: string;
  /** UTC seconds. */
  readonly sentAtSeconds: number;
  /** Users mentioned by name or group that can see the message; ascending. */
  readonly mentionedUserIds: readonly number[];
  readonly wildcardMentioned: boolean;
  /** Users with an alert word in the message that can see it; ascending. */
  readonly alertWordUserIds: readonly number[];
  /** The own message counts as read if an app for people sent it, and as unread if another program did. */
  readonly isReadBySender: boolean;
  /** Further users that have read the message: the causer of a notice. */
  readonly readByUserIds?: readonly number[];
  /** Whether the message gives access to an uploaded file; absent means false. */
  readonly hasAttachment?: boolean;
  /** The first submessage of a widget; absent for all other messages. */
  readonly submessages?: readonly Submessage[];
  /** Local echo: the sending queue, and the id that its client gave to the message. */
  readonly localEcho: { readonly queueId: string; readonly localId: string } | null;
}

/** The greatest id that the reader may know; -1 without messages, and for spectators. */
export class MaxMessageIdRegisterFields {
  @Integer({ deprecated: true }) maxMessageId!: number;
}

/** A direct conversation with the id of its newest message. */
export class RecentConversation {
  @Id() maxMessageId!: number;
  /** Without the reader. */
  @ListOf(id()) userIds!: readonly number[];
}

/** Newest first. */
export class RecentConversationsRegisterFields {
  @ListOf(RecentConversation) recentPrivateConversations!: readonly RecentConversation[];
}

/** The fan-out writes the text of this event itself, because it is the most frequent one and many readers share most of it. */
@ClientEventOf({ type: 'message', when: 'A message was sent that the user may read and that fits the queue’s narrow.' })
export class MessageEvent {
  @Nested(MessageInEvent) message!: MessageInEvent;
  @Field(messageFlags(), { description: 'The reader’s own.' }) flags!: readonly MessageFlag[];
  @Text({ optional: true, description: 'The `local_id` of the send, only in the queue that it named.' })
  localMessageId?: string;
  @Text({ optional: true, description: 'The same again.' }) localId?: string;
}

/** Ids of messages increase in the order of these events in a realm. */
export const MessageSent = domainEvent<MessageSentPayload>()('messaging.message_sent');
