import type { ChatClient, Message } from '@chat/chat-client';
import type { PageClient } from '../client/index.js';
import { conversationAddress } from '../message/conversation.js';
import { groupReactions } from '../message/reactions.js';
import { flagAdded, flagRemoved, takeBackRead } from '../read-marking/index.js';
import { countReaction, type ReactionEmoji } from './frequent-reaction.js';

/** Adds the reader's reaction, or takes it back. */
export function toggleReaction(
  client: ChatClient,
  messageId: number,
  { name, code, type, isOwn = false }: ReactionEmoji & { readonly isOwn?: boolean },
): Promise<unknown> {
  const path = `/messages/${messageId}/reactions`;
  const emoji = { emoji_name: name, emoji_code: code, reaction_type: type };
  if (!isOwn) countReaction({ name, code, type });
  return isOwn ? client.api.delete(path, emoji) : client.api.post(path, emoji);
}

/** Adds the reader's reaction with an emoji. The same one again takes it back. */
export function react(client: ChatClient, message: Message, emoji: ReactionEmoji): Promise<unknown> {
  const own = client.state.field('user_id') as number;
  const isOwn = groupReactions(message.reactions, own).some(
    (group) => group.isOwn && group.code === emoji.code && group.type === emoji.type,
  );
  return toggleReaction(client, message.id, { ...emoji, isOwn });
}

type Page = Pick<PageClient, 'changes' | 'share'>;

/** Sets a flag of a message in every tab at once. It is taken back, and the promise rejects, if the server does not take it. */
export async function setFlag(
  { changes, share }: Page,
  messageId: number,
  flag: 'starred' | 'collapsed',
  isSet: boolean,
): Promise<void> {
  const change = (isNowSet: boolean) => share((isNowSet ? flagAdded : flagRemoved)(flag, [messageId]));
  change(isSet);
  try {
    await changes.client.api.post('/messages/flags', { messages: [messageId], op: isSet ? 'add' : 'remove', flag });
  } catch (error) {
    change(!isSet);
    throw error;
  }
}

export const deleteMessage = (client: ChatClient, messageId: number): Promise<unknown> =>
  client.api.delete(`/messages/${messageId}`);

export const editMessage = (client: ChatClient, messageId: number, content: string): Promise<unknown> =>
  client.api.patch(`/messages/${messageId}`, { content });

export type MoveMode = 'change_one' | 'change_later' | 'change_all';

export const moveMessages = (
  client: ChatClient,
  messageId: number,
  target: { readonly streamId?: number | undefined; readonly topic: string; readonly mode: MoveMode },
): Promise<unknown> =>
  client.api.patch(`/messages/${messageId}`, {
    stream_id: target.streamId,
    topic: target.topic,
    propagate_mode: target.mode,
  });

/** The message as its sender wrote it. */
export async function sourceOf(client: ChatClient, messageId: number): Promise<string> {
  const { message } = await client.api.get(`/messages/${messageId}`, { apply_markdown: false });
  return message.content;
}

/**
 * Messages of the conversation from this one on become unread, at most as many as one request takes. Messages that
 * the view marked a moment ago and did not send yet stay unread, too.
 */
export async function markUnreadFrom(page: Page, message: Message): Promise<void> {
  const { client } = page.changes;
  await takeBackRead(page, message.id);
  const conversation = conversationAddress(message, client.state.field('user_id') as number);
  await client.api.post('/messages/flags/narrow', {
    narrow: conversation.view === 'narrow' ? conversation.terms : [],
    anchor: message.id,
    include_anchor: true,
    num_before: 0,
    num_after: MAX_MARKED,
    op: 'remove',
    flag: 'read',
  });
}

const MAX_MARKED = 5_000;
