import type { Message } from '@chat/chat-client';
import { conversationKey } from '../message/conversation.js';

/** The parts of a message that decide where days, conversations and groups of one sender begin. */
export interface Arranged {
  readonly id: number;
  readonly senderId: number;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  /** Equal for messages of one conversation. */
  readonly conversation: string;
  readonly isMeMessage: boolean;
}

export const arranged = (message: Message): Arranged => ({
  id: message.id,
  senderId: message.sender_id,
  timestamp: message.timestamp,
  conversation: conversationKey(message),
  isMeMessage: message.is_me_message,
});

/** How one message stands in the list. */
export interface Row {
  readonly id: number;
  /** Start of the day (milliseconds) that begins with this message; null inside a day. */
  readonly day: number | null;
  /** The message begins another conversation in a view of several. */
  readonly hasHeading: boolean;
  readonly hasSender: boolean;
  /** The line before the first unread message stands before it. */
  readonly hasUnreadLine: boolean;
  /** The message was new when the reader came: its piece of the thread is lit. */
  readonly isNew: boolean;
}

export interface RowOptions {
  /** The view shows several conversations. */
  readonly isMixed: boolean;
  /** The message after the unread line; null without a line. */
  readonly firstUnread: number | null;
  /** The reader's own messages are never new. */
  readonly ownUserId: number;
}

/** A later message of the same sender shows its sender again. */
const GROUP_SECONDS = 600;

/** The row of a message after `previous`, the message before it in the view, which may not be in the window. */
export function rowOf(message: Arranged, previous: Arranged | undefined, options: RowOptions): Row {
  const { id } = message;
  const hasUnreadLine = id === options.firstUnread;
  const day = startOfDay(message.timestamp);
  const isNewDay = previous === undefined || startOfDay(previous.timestamp) !== day;
  const hasHeading = options.isMixed && previous?.conversation !== message.conversation;
  return {
    id,
    day: isNewDay ? day : null,
    hasHeading,
    hasSender: previous === undefined || isNewDay || hasHeading || hasUnreadLine || !continues(message, previous),
    hasUnreadLine,
    isNew: options.firstUnread !== null && id >= options.firstUnread && message.senderId !== options.ownUserId,
  };
}

function continues(message: Arranged, previous: Arranged): boolean {
  return (
    message.senderId === previous.senderId &&
    message.conversation === previous.conversation &&
    message.timestamp - previous.timestamp < GROUP_SECONDS &&
    !message.isMeMessage &&
    !previous.isMeMessage
  );
}

/** Midnight in the reader's time zone, in milliseconds. */
function startOfDay(timestamp: number): number {
  return new Date(timestamp * 1000).setHours(0, 0, 0, 0);
}
