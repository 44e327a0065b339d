import { amongPeople, type ClientState, inTopic, type Message } from '@chat/chat-client';
import type { Language } from '../languages/index.js';
import { conversationKey, partnerIds } from '../message/conversation.js';
import { plainText } from '../names/plain-text.js';

/** A desktop notification. A newer one with the same tag takes its place. */
export interface Card {
  /** Equal for messages of one conversation. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** The picture of the sender. */
  readonly icon: string | undefined;
}

/** Longer texts are cut: systems show some lines at most. */
const MAX_BODY_LENGTH = 300;

/** Names the sender and the conversation, and begins the text. */
export function cardOf(state: ClientState, message: Message, text: Language['text']): Card {
  const unread = state.unread?.in(placeOf(state, message)).size ?? 0;
  const lines = [
    bodyOf(state, message, text),
    ...(unread > 1 ? [text('notifications.unread', { count: unread })] : []),
  ];
  return {
    tag: conversationKey(message),
    title: titleOf(state, message, text),
    body: lines.join('\n'),
    icon: message.avatar_url ?? undefined,
  };
}

function titleOf(state: ClientState, message: Message, text: Language['text']): string {
  const { sender_full_name: sender, display_recipient: to, subject: topic } = message;
  if (typeof to === 'string') return text('notifications.topic', { sender, stream: to, topic });
  const hidden = new Set([message.sender_id, state.field('user_id')]);
  const others = to.filter(({ id }) => !hidden.has(id)).map(({ full_name: name }) => name);
  return others.length === 0 ? sender : text('notifications.group', { sender, others: others.join(', ') });
}

function bodyOf(state: ClientState, message: Message, text: Language['text']): string {
  const hidesDirect = state.field('user_settings')?.pm_content_in_desktop_notifications === false;
  if (message.stream_id === undefined && hidesDirect) return text('notifications.hidden');
  const shown = plainText(withoutSpoilers(message.content));
  const whole = message.is_me_message ? shown.replace(/^\/me\b/, message.sender_full_name) : shown;
  return whole.length <= MAX_BODY_LENGTH ? whole : `${whole.slice(0, MAX_BODY_LENGTH).toWellFormed()}…`;
}

/** Ends before the first hidden text. */
const withoutSpoilers = (html: string): string => html.replace(/<div class="spoiler-content"[\s\S]*$/, ' …');

function placeOf(state: ClientState, message: Message) {
  if (message.stream_id !== undefined) return inTopic(message.stream_id, message.subject);
  const ownId = state.field('user_id') as number;
  return amongPeople(partnerIds(message, ownId), ownId);
}
