import type { Message, WireEvent } from '@chat/chat-client';
import { partnerIds } from '../message/conversation.js';

type Flag = 'read' | 'starred' | 'collapsed';

/** The client does not look at the id of an own change. */
const NO_ID = -1;
const ofFlag = (op: 'add' | 'remove', flag: Flag, messages: readonly number[]): WireEvent => ({
  ...{ id: NO_ID, type: 'update_message_flags', op, operation: op, flag, messages, all: false },
});

/** An own change of a flag, as the event that the server will report. */
export const flagAdded = (flag: Flag, ids: readonly number[]): WireEvent => ofFlag('add', flag, ids);
export const flagRemoved = (flag: Exclude<Flag, 'read'>, ids: readonly number[]): WireEvent =>
  ofFlag('remove', flag, ids);

/** Messages that are unread again, with the fields that count them. */
export const readRemoved = (messages: readonly Message[], ownUserId: number): WireEvent => ({
  ...ofFlag(
    'remove',
    'read',
    messages.map(({ id }) => id),
  ),
  message_details: Object.fromEntries(messages.map((message) => [message.id, detailsOf(message, ownUserId)])),
});

function detailsOf(message: Message, ownUserId: number) {
  const mentioned = message.flags.includes('mentioned') || message.flags.includes('wildcard_mentioned');
  return message.stream_id === undefined
    ? { type: 'private', user_ids: partnerIds(message, ownUserId), mentioned }
    : { type: 'stream', stream_id: message.stream_id, topic: message.subject, mentioned };
}
