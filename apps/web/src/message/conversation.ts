import type { Message } from '@chat/chat-client';
import { type Address, type AddressNames, inTopic, withPeople } from '../addresses/index.js';
import { type Destination, toPeople } from '../sending/index.js';

type Recipients = readonly { readonly id: number; readonly full_name: string }[];

/** All participants of a direct conversation; empty for a topic. */
const recipientsOf = ({ display_recipient: to }: Message): Recipients => (typeof to === 'string' ? [] : to);

/** The people of a direct conversation without the reader; the reader alone in notes to self. */
export function partnerIds(message: Message, ownUserId: number): readonly number[] {
  const ids = recipientsOf(message).map(({ id }) => id);
  const others = ids.filter((id) => id !== ownUserId);
  return others.length > 0 ? others : ids;
}

export const destinationOfReply = (message: Message, ownUserId: number): Destination =>
  message.stream_id === undefined
    ? toPeople(partnerIds(message, ownUserId))
    : { type: 'stream', streamId: message.stream_id, topic: message.subject };

/** Equal for messages of one conversation. */
export function conversationKey(message: Message): string {
  if (message.stream_id !== undefined) return `stream:${message.stream_id}:${message.subject.toLowerCase()}`;
  const ids = recipientsOf(message).map(({ id }) => id);
  return `dm:${ids.sort((one, other) => one - other).join(',')}`;
}

export function conversationAddress(message: Message, ownUserId: number, near?: number): Address {
  return message.stream_id === undefined
    ? withPeople(partnerIds(message, ownUserId), near)
    : inTopic(message.stream_id, message.subject, near);
}

/** The names that a message has for the parts of its address. */
export function namesIn(message: Message): AddressNames {
  return {
    streamName: () => (typeof message.display_recipient === 'string' ? message.display_recipient : undefined),
    userName: (id) => recipientsOf(message).find((person) => person.id === id)?.full_name,
  };
}
