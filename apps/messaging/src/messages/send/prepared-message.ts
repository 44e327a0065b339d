import type { MessageRecipient, MessageSender, MessageSentPayload, TopicLink } from '@chat/contracts';
import type { Rendering } from '../rendering/message-renderer.js';

/** A message that may be sent: checked and rendered; only its id and time are missing. */
export interface PreparedMessage {
  readonly realmId: number;
  readonly sender: MessageSender;
  readonly recipient: MessageRecipient;
  /** The stream has no message yet, as far as is known. */
  readonly isFirstOfStream: boolean;
  readonly content: string;
  readonly rendering: Rendering;
  readonly topicLinks: readonly TopicLink[];
  readonly clientName: string;
  readonly isReadBySender: boolean;
  /** Users for whom it counts as read: the cause of a notice, users who muted the sender. */
  readonly readByUserIds?: readonly number[];
  /** Mentioned users who see the message, ascending. */
  readonly mentionedUserIds: readonly number[];
  /** Users with an alert word in it who see the message, ascending. */
  readonly alertWordUserIds: readonly number[];
  readonly localEcho: MessageSentPayload['localEcho'];
  /** A scheduled message is stored once per id: a unique index decides. */
  readonly scheduledMessageId?: number;
}

/** Result of storing a prepared message. */
export interface StoredMessage {
  readonly messageId: number;
  /** False: it had been sent before, under this id (`localEcho`), and nothing was stored. */
  readonly isNew: boolean;
}
