import type { EventFields, Message, WireEvent } from '@chat/chat-client';
import { partnerIds } from '../message/conversation.js';

type Flag = 'read' | 'starred' | 'collapsed';
type FlagsAdded = WireEvent & EventFields<'update_message_flags.add'>;
type FlagsRemoved = WireEvent & EventFields<'update_message_flags.remove'>;
type Details = NonNullable<FlagsRemoved['message_details']>;

/** The client does not look at the id of an own change. */
const OF_FLAG = { id: -1, type: 'update_message_flags', all: false } as const;

/** An own change of a flag, as the event that the server will report. */
export const flagAdded = (flag: Flag, messages: readonly number[]): FlagsAdded => ({
  ...OF_FLAG,
  ...{ op: 'add', operation: 'add', flag, messages },
});
export const flagRemoved = (flag: Exclude<Flag, 'read'>, messages: readonly number[]): FlagsRemoved =>
  removed(flag, messages);

/** Messages that are unread again, with the fields that count them. */
export const readRemoved = (messages: readonly Message[], ownUserId: number): FlagsRemoved => ({
  ...removed(
    'read',
    messages.map(({ id }) => id),
  ),
  message_details: Object.fromEntries(messages.map((message) => [message.id, detailsOf(message, ownUserId)])),
});

const removed = (flag: Flag, messages: readonly number[]): FlagsRemoved => ({
  ...OF_FLAG,
  ...{ op: 'remove', operation: 'remove', flag, messages },
});

function detailsOf(message: Message, ownUserId: number): Details[string] {
  const mentioned = message.flags.includes('mentioned') || message.flags.includes('wildcard_mentioned');
  return message.stream_id === undefined
    ? { type: 'private', user_ids: partnerIds(message, ownUserId), mentioned }
    : { type: 'stream', stream_id: message.stream_id, topic: message.subject, mentioned };
}
