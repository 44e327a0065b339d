import type { ChatClient, ClientState, Message } from '@chat/chat-client';
import { type Address, go, inTopic, withPeople } from '../addresses/index.js';
import { destinationOfReply, namesIn } from '../message/conversation.js';
import { type Destination, toPeople } from '../sending/index.js';
import { type Addition, writeIn } from './reply-boxes.js';

const NOTHING: Addition = { text: '', isBlock: false };

/** Leads into the box of the message's conversation, from any view. */
export function replyTo(client: ChatClient, message: Message, addition: Addition = NOTHING): void {
  const destination = destinationOfReply(message, client.state.field('user_id') as number);
  if (!writeIn(destination, addition)) open(message, addressOf(destination, message.id));
}

/** Leads into the direct messages with the sender. */
export function replyToSender(message: Message): void {
  const destination = toPeople([message.sender_id]);
  if (!writeIn(destination, NOTHING)) open(message, addressOf(destination));
}

export const replyWithMention = (client: ChatClient, message: Message): void =>
  replyTo(client, message, { text: `${mentionOf(client.state, message)} `, isBlock: false });

/** A name of several people has the id. */
export function mentionOf(
  state: Pick<ClientState, 'records'>,
  { sender_id: id, sender_full_name: name }: Message,
): string {
  const isShared = [...state.records('realm_users').values()].some(
    (user) => user.full_name === name && user.user_id !== id,
  );
  return `@**${name}${isShared ? `|${id}` : ''}**`;
}

const addressOf = (destination: Destination, near?: number): Address =>
  destination.type === 'direct'
    ? withPeople(destination.userIds, near)
    : inTopic(destination.streamId, destination.topic, near);

function open(message: Message, address: Address): void {
  const { streamName, userName } = namesIn(message);
  const { sender_id: senderId, sender_full_name: sender } = message;
  go(address, { names: { streamName, userName: (id) => (id === senderId ? sender : userName(id)) } });
}
