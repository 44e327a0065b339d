import { type EventFields, type EventKind, eventFields, kindOf, type Message, type WireEvent } from '@chat/chat-client';
import { excerptOf, foldName } from '@chat/text';
import type { ListedConversation } from './conversation-list.js';

/** The client, as far as a list needs it after an event. */
export interface ListContext {
  readonly unreadOnly: boolean;
  /** Whether the message belongs into a list of unread messages. */
  isUnread(message: Message): boolean;
  /** The newest unread message of a conversation; undefined if all is read. */
  newestUnread(conversation: ListedConversation): number | undefined;
  messageOf(id: number): Message | undefined;
}

/** Listed senders, as the server lists them. */
const MAX_SENDERS = 8;
/** Only the server knows which messages are now the newest ones. */
const RELOADING: ReadonlySet<EventKind> = new Set(['subscription.add', 'subscription.remove', 'stream.delete']);
const RELOADING_UNREAD: ReadonlySet<EventKind> = new Set([
  'user_topic',
  'subscription.update',
  'update_message_flags.remove',
]);

/**
 * The list after an event: the same one if nothing changed, undefined if the server has to be asked. Unread messages and muting of
 * conversations are no part of it. Applying an event again changes nothing.
 */
export function changedConversations(
  list: readonly ListedConversation[],
  event: WireEvent,
  context: ListContext,
): readonly ListedConversation[] | undefined {
  const kind = kindOf(event);
  if (RELOADING.has(kind) || (context.unreadOnly && RELOADING_UNREAD.has(kind))) return undefined;
  const came = eventFields(event, 'message');
  if (came) return withMessage(list, { ...came.message, flags: came.flags }, context);
  const edit = eventFields(event, 'update_message');
  if (edit) return edited(list, edit);
  const deletion = eventFields(event, 'delete_message');
  if (deletion) return isNewestGone(list, deletion) ? undefined : list;
  if (kind === 'update_message_flags.add' && context.unreadOnly) return withoutRead(list, context);
  return list;
}

/** The identity of a conversation: equal in two pages. */
export const conversationId = ({
  stream_id,
  topic,
  user_ids,
}: Pick<ListedConversation, 'stream_id' | 'topic' | 'user_ids'>): string =>
  stream_id === null ? `people ${user_ids.join(',')}` : `stream ${stream_id} ${foldName(topic)}`;

function withMessage(
  list: readonly ListedConversation[],
  message: Message,
  context: ListContext,
): readonly ListedConversation[] {
  if (context.unreadOnly && !context.isUnread(message)) return list;
  const place = placeOf(message);
  const id = conversationId(place);
  const known = list.find((each) => conversationId(each) === id);
  if (known !== undefined && known.max_message_id >= message.id) return list;
  return [conversationOf(message, known), ...list.filter((each) => each !== known)];
}

function placeOf({ stream_id: streamId, subject, display_recipient: people }: Message) {
  if (typeof people === 'string') return { stream_id: streamId ?? 0, topic: subject, user_ids: [] };
  return { stream_id: null, topic: '', user_ids: people.map(({ id }) => id).sort((one, other) => one - other) };
}

/** Earlier senders of a conversation that is not loaded are missing until the list is opened again. */
function conversationOf(message: Message, known: ListedConversation | undefined): ListedConversation {
  const earlier = (known?.sender_ids ?? []).filter((id) => id !== message.sender_id);
  return {
    ...placeOf(message),
    type: message.type === 'stream' ? 'stream' : 'direct',
    max_message_id: message.id,
    sender_id: message.sender_id,
    timestamp: message.timestamp,
    excerpt: excerptOf(message.content),
    sender_ids: [message.sender_id, ...earlier].slice(0, MAX_SENDERS),
    unread_count: known?.unread_count ?? 0,
    mentioned: known?.mentioned ?? false,
    visibility_policy: known?.visibility_policy ?? 0,
  };
}

function edited(
  list: readonly ListedConversation[],
  event: EventFields<'update_message'>,
): readonly ListedConversation[] | undefined {
  if (event.subject !== undefined || event.new_stream_id !== undefined) return undefined;
  const { message_id: id, rendered_content: content } = event;
  if (content === undefined || !list.some(({ max_message_id }) => max_message_id === id)) return list;
  const excerpt = excerptOf(content);
  return list.map((each) => (each.max_message_id === id ? { ...each, excerpt } : each));
}

function isNewestGone(list: readonly ListedConversation[], event: EventFields<'delete_message'>): boolean {
  const gone = new Set('message_ids' in event ? event.message_ids : [event.message_id]);
  return list.some(({ max_message_id }) => gone.has(max_message_id));
}

/** After its newest unread message was read, a conversation shows an earlier one, or goes. */
function withoutRead(
  list: readonly ListedConversation[],
  { newestUnread, messageOf }: ListContext,
): readonly ListedConversation[] | undefined {
  const changed: ListedConversation[] = [];
  for (const conversation of list) {
    const newest = newestUnread(conversation);
    if (newest === undefined) continue;
    if (newest === conversation.max_message_id) {
      changed.push(conversation);
      continue;
    }
    const message = messageOf(newest);
    if (message === undefined) return undefined;
    changed.push(conversationOf(message, conversation));
  }
  if (changed.length === list.length && changed.every((each, index) => each === list[index])) return list;
  return changed.sort((one, other) => other.max_message_id - one.max_message_id);
}
