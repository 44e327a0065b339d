import type { DisplayRecipient, Wire } from '@chat/contracts';
import type { EventFields } from './client-events.js';
import type { StateChanges } from './state-change.js';
import type { StateStore } from './state-store.js';
import { amongPeople, inTopic, type UnreadMessages } from './unread-messages.js';

const isMention = (flags: readonly string[]) => flags.includes('mentioned') || flags.includes('wildcard_mentioned');
const othersIn = (people: readonly Wire<DisplayRecipient>[], me: number): number[] =>
  people.map(({ id }) => id).filter((id) => id !== me);

function messageCame(state: StateStore, { message, flags }: EventFields<'message'>): void {
  const me = state.field('user_id') as number;
  const newest = state.field('max_message_id');
  if (newest !== undefined) state.set('max_message_id', Math.max(newest, message.id));
  const { stream_id: streamId, display_recipient: people } = message;
  const others = typeof people === 'string' ? [] : othersIn(people, me);
  if (message.type === 'private') {
    const userIds = others.sort((a, b) => a - b);
    state.put('recent_private_conversations', { user_ids: userIds, max_message_id: message.id });
  }
  if (flags.includes('read')) return;
  const place = streamId === undefined ? amongPeople(others, me) : inTopic(streamId, message.subject);
  state.unread?.add(message.id, place, isMention(flags));
}

function flagsAdded(state: StateStore, { flag, messages, all }: EventFields<'update_message_flags.add'>): void {
  if (flag === 'read' && all) state.unread?.dropAll();
  else if (flag === 'read') state.unread?.drop(messages);
  if (flag === 'starred') state.star(messages, true);
}

function flagsRemoved(state: StateStore, event: EventFields<'update_message_flags.remove'>): void {
  const { flag, messages, message_details = {} } = event;
  if (flag === 'starred') state.star(messages, false);
  if (flag !== 'read') return;
  for (const [key, details] of Object.entries(message_details)) {
    const { stream_id: streamId, topic = '', user_ids: userIds = [], mentioned = false } = details;
    const place =
      streamId === undefined ? amongPeople(userIds, state.field('user_id') as number) : inTopic(streamId, topic);
    state.unread?.add(Number(key), place, mentioned);
  }
}

function messagesGone(state: StateStore, ids: readonly number[]): void {
  state.unread?.drop(ids);
  state.star(ids, false);
  // The event does not name the message that is now the latest of the conversation.
  const recent = [...state.all('recent_private_conversations').values()];
  if (recent.some((each) => ids.includes(each.max_message_id))) state.forget('recent_private_conversations');
}

function messageEdited({ unread }: StateStore, event: EventFields<'update_message'>): void {
  if (unread === undefined) return;
  if (event.content !== undefined && unread.has(event.message_id)) {
    unread.setMention(event.message_id, isMention(event.flags));
  }
  if (event.new_stream_id !== undefined || event.subject !== undefined) moveUnread(unread, event);
}

function moveUnread(unread: UnreadMessages, event: EventFields<'update_message'>): void {
  for (const id of event.message_ids) {
    const place = unread.placeOf(id);
    if (place?.list !== 'streams') continue;
    unread.move(id, inTopic(event.new_stream_id ?? place.key.stream_id, event.subject ?? place.key.topic));
  }
}

export const MESSAGE_CHANGES: StateChanges = {
  message: messageCame,
  'update_message_flags.add': flagsAdded,
  'update_message_flags.remove': flagsRemoved,
  delete_message: (state, event) =>
    messagesGone(state, 'message_ids' in event ? event.message_ids : [event.message_id]),
  update_message: messageEdited,
  'drafts.add': (state, { drafts }) => {
    for (const draft of drafts) state.put('drafts', draft);
  },
  'drafts.update': (state, { draft }) => state.put('drafts', draft),
  'drafts.remove': (state, { draft_id }) => void state.remove('drafts', draft_id),
  'scheduled_messages.add': (state, { scheduled_messages }) => {
    for (const message of scheduled_messages) state.put('scheduled_messages', message);
  },
  'scheduled_messages.update': (state, { scheduled_message }) => state.put('scheduled_messages', scheduled_message),
  'scheduled_messages.remove': (state, { scheduled_message_id }) =>
    void state.remove('scheduled_messages', scheduled_message_id),
};
