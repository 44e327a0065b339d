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
  /** Who need not read it: whoever caused a notice, or muted the sender. */
  readonly readByUserIds?: readonly number[];
  /** Who is mentioned and can see it; ascending. */
  readonly mentionedUserIds: readonly number[];
  /** Whose alert words are in it and who can see it; ascending. */
  readonly alertWordUserIds: readonly number[];
  readonly localEcho: MessageSentPayload['localEcho'];
  /** Delivered once per number, whoever tries. */
  readonly scheduledMessageId?: number;
}

/** What became of a prepared message. */
export interface StoredMessage {
  readonly messageId: number;
  /** The sender has been answered. */
  readonly isAnswered?: boolean;
  /** False: it had been sent before, under this id (`localEcho`), and nothing was stored. */
  readonly isNew: boolean;
}
