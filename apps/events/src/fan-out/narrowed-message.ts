import type { MessageSentPayload } from '@chat/contracts';
import type { MessageForReader } from '@chat/narrow';

/** The message as the narrow of a queue sees it. */
export function messageForReader(
  message: MessageSentPayload,
  readerId: number,
  flags: readonly string[],
  isPublic: boolean,
): MessageForReader {
  const { recipient } = message;
  return {
    messageId: message.messageId,
    sender: { id: message.sender.userId, email: message.sender.email },
    recipient:
      recipient.kind === 'stream'
        ? { ...recipient, isPublic, isWebPublic: false }
        : { kind: 'direct', participants: recipient.participants },
    readerId,
    flags,
    renderedContent: message.renderedContent,
    hasAttachment: message.hasAttachment === true,
    content: message.content,
    isMuted: false,
  };
}
