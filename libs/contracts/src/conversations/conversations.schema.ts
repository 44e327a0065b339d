import { Bool, Field, Id, Integer, ListOf, OneOf, Text, Timestamp } from '../kit/fields.js';
import { id } from '../kit/types/index.js';
import { type MessageType, messageType } from '../messages/messages.schema.js';
import { TopicVisibility } from '../user-topics/user-topics.schema.js';

/** Conversations in one response. */
export const MAX_CONVERSATIONS = 100;
/** Listed senders of one conversation. */
export const MAX_CONVERSATION_SENDERS = 8;

/** A topic of a stream, or a direct conversation, as one reader sees it. */
export class ListedConversation {
  @Field(messageType()) type!: MessageType;
  @Id({ nullable: true, description: 'Null for a direct conversation.' }) streamId!: number | null;
  @Text({ description: 'As the newest message has it; empty for a direct conversation.' }) topic!: string;
  @ListOf(id(), { description: 'All participants of a direct conversation, ascending; empty for a topic.' })
  userIds!: readonly number[];
  @Id({ description: 'The newest message; with `unread_only` the newest unread one.' }) maxMessageId!: number;
  @Id({ description: 'Sender of that message.' }) senderId!: number;
  @Timestamp({ description: 'When it was sent.' }) timestamp!: number;
  @Text({ description: 'The beginning of that message as plain text. Spoilers show their heading only.' })
  excerpt!: string;
  @ListOf(id(), { description: 'Senders of the last messages up to that one, the newest first.' })
  senderIds!: readonly number[];
  @Integer({ min: 0, description: 'Counted are the 50,000 newest unread messages.' }) unreadCount!: number;
  @Bool({ description: 'An unread message mentions the reader.' }) mentioned!: boolean;
  @OneOf(Object.values(TopicVisibility), {
    description: '0 inherited from the stream, 1 muted, 2 unmuted; 0 for a direct conversation.',
  })
  visibilityPolicy!: TopicVisibility;
}
