import {
  DeleteMessageEvent,
  DeleteMessagesEvent,
  type DisplayRecipient,
  DraftsAddEvent,
  DraftsRemoveEvent,
  DraftsUpdateEvent,
  FlagsAddEvent,
  FlagsRemoveEvent,
  MessageEvent,
  ScheduledMessagesAddEvent,
  ScheduledMessagesRemoveEvent,
  ScheduledMessagesUpdateEvent,
  UpdateMessageEvent,
  type Wire,
} from '@chat/contracts';
import { changeList, on, remove, type StateChange, upsert, type WireState, without } from './state-change.js';
import { addMention, addUnread, dropUnread, isUnread, placeOf, topicsOf, type Unread } from './unread-messages.js';

const isMention = (flags: readonly string[]) => flags.includes('mentioned') || flags.includes('wildcard_mentioned');
const othersIn = (people: readonly Wire<DisplayRecipient>[], me: number): number[] =>
  people.map(({ id }) => id).filter((id) => id !== me);

function messageCame(state: WireState, { message, flags }: Wire<MessageEvent>): void {
  const me = state.user_id as number;
  if (state.max_message_id !== undefined) state.max_message_id = Math.max(state.max_message_id, message.id);
  const people = message.display_recipient;
  const others = message.type === 'private' && typeof people !== 'string' ? othersIn(people, me) : [];
  if (message.type === 'private') {
    const userIds = others.sort((a, b) => a - b);
    changeList(state, 'recent_private_conversations', (all) => [
      { user_ids: userIds, max_message_id: message.id },
      ...all.filter((each) => String(each.user_ids) !== String(userIds)),
    ]);
  }
  if (!state.unread_msgs || flags.includes('read')) return;
  const { stream_id: streamId } = message;
  const place = placeOf(streamId, message.subject, others, me);
  state.unread_msgs = addUnread(state.unread_msgs, message.id, place);
  if (isMention(flags)) state.unread_msgs = addMention(state.unread_msgs, message.id);
}

function flagsAdded(state: WireState, { flag, messages, all }: Wire<FlagsAddEvent>): void {
  const { unread_msgs: unread } = state;
  if (flag === 'read' && unread) state.unread_msgs = dropUnread(unread, (id) => all || messages.includes(id));
  if (flag === 'starred') star(state, (now) => [...now, ...messages]);
}

function flagsRemoved(state: WireState, { flag, messages, message_details = {} }: Wire<FlagsRemoveEvent>): void {
  if (flag === 'starred') star(state, (now) => without(now, messages));
  let { unread_msgs: unread } = state;
  if (flag !== 'read' || !unread) return;
  for (const [key, details] of Object.entries(message_details)) {
    const { stream_id: streamId, topic = '', user_ids: userIds = [] } = details;
    unread = addUnread(unread, Number(key), placeOf(streamId, topic, userIds, state.user_id as number));
    if (details.mentioned) unread = addMention(unread, Number(key));
  }
  state.unread_msgs = unread;
}

function star(state: WireState, to: (now: readonly number[]) => number[]): void {
  const { starred_messages: starred } = state;
  if (starred) state.starred_messages = [...new Set(to(starred))].sort((a, b) => a - b);
}

function messagesGone(state: WireState, ids: readonly number[]): void {
  if (state.unread_msgs) state.unread_msgs = dropUnread(state.unread_msgs, (id) => ids.includes(id));
  star(state, (now) => without(now, ids));
  // The event does not name the message that is now the latest of the conversation, so the list is unknown.
  if (state.recent_private_conversations?.some((each) => ids.includes(each.max_message_id))) {
    delete state.recent_private_conversations;
  }
}

function messageEdited(state: WireState, event: Wire<UpdateMessageEvent>): void {
  const { message_ids, new_stream_id, subject } = event;
  let { unread_msgs: unread } = state;
  if (!unread) return;
  if (event.content !== undefined) unread = withMentionsOf(unread, event);
  if (new_stream_id !== undefined || subject !== undefined) {
    const { mentions } = unread;
    for (const { place, ids } of topicsOf(unread, message_ids)) {
      const to = placeOf(new_stream_id ?? place.stream_id, subject ?? place.topic);
      unread = dropUnread(unread, (id) => ids.includes(id));
      for (const id of ids) unread = addUnread(unread, id, to);
    }
    unread = { ...unread, mentions };
  }
  state.unread_msgs = unread;
}

/** An edit can add and remove mentions. */
function withMentionsOf(unread: Unread, { message_id, flags }: Wire<UpdateMessageEvent>): Unread {
  const others = { ...unread, mentions: unread.mentions.filter((id) => id !== message_id) };
  return isMention(flags) && isUnread(unread, message_id) ? addMention(others, message_id) : others;
}

export const MESSAGE_CHANGES: readonly StateChange[] = [
  on(MessageEvent, messageCame),
  on(FlagsAddEvent, flagsAdded),
  on(FlagsRemoveEvent, flagsRemoved),
  on([DeleteMessagesEvent, DeleteMessageEvent], (state, event) =>
    messagesGone(state, 'message_ids' in event ? event.message_ids : [event.message_id]),
  ),
  on(UpdateMessageEvent, messageEdited),
  on(DraftsAddEvent, (state, { drafts }) => changeList(state, 'drafts', (all) => [...drafts, ...all])),
  on(DraftsUpdateEvent, (state, { draft }) => upsert(state, 'drafts', 'id', draft)),
  on(DraftsRemoveEvent, (state, { draft_id }) => remove(state, 'drafts', 'id', draft_id)),
  on(ScheduledMessagesAddEvent, (state, { scheduled_messages }) =>
    changeList(state, 'scheduled_messages', (all) => [...all, ...scheduled_messages]),
  ),
  on(ScheduledMessagesUpdateEvent, (state, { scheduled_message }) =>
    upsert(state, 'scheduled_messages', 'scheduled_message_id', scheduled_message),
  ),
  on(ScheduledMessagesRemoveEvent, (state, { scheduled_message_id }) =>
    remove(state, 'scheduled_messages', 'scheduled_message_id', scheduled_message_id),
  ),
];
