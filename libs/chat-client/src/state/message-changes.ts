import type { WireEvent, WireState } from '../event-reader.js';
import { changeList, type Item, listIn, type StateChanges, upserted } from './state-change.js';
import { addMention, addUnread, dropUnread, inTopic, isUnread, unreadTopicsOf, withPeople } from './unread-messages.js';

const unreadIn = (state: WireState): Item | undefined => state['unread_msgs'] as Item | undefined;
const isMention = (flags: string[]): boolean => flags.includes('mentioned') || flags.includes('wildcard_mentioned');
const othersIn = (people: readonly Item[], me: unknown): number[] =>
  people.map(({ id }) => id as number).filter((id) => id !== me);

function messageCame(state: WireState, { message, flags }: WireEvent): void {
  const me = state['user_id'] as number;
  if ('max_message_id' in state) state['max_message_id'] = Math.max(state['max_message_id'] as number, message.id);
  const others = message.type === 'private' ? othersIn(message.display_recipient, me) : [];
  if (message.type === 'private') {
    const userIds = others.sort((a, b) => a - b);
    changeList(state, 'recent_private_conversations', (all) => [
      { user_ids: userIds, max_message_id: message.id },
      ...all.filter((each) => String(each['user_ids']) !== String(userIds)),
    ]);
  }
  const unread = unreadIn(state);
  if (!unread || flags.includes('read')) return;
  const place = message.type === 'stream' ? inTopic(message.stream_id, message.subject) : withPeople(others, me);
  addUnread(unread, message.id, place);
  if (isMention(flags)) addMention(unread, message.id);
}

function flagsAdded(state: WireState, { flag, messages, all }: WireEvent): void {
  const unread = unreadIn(state);
  if (flag === 'read' && unread) dropUnread(unread, (id) => all || messages.includes(id));
  if (flag === 'starred') star(state, (now) => [...now, ...messages]);
}

function flagsRemoved(state: WireState, { flag, messages, message_details = {} }: WireEvent): void {
  if (flag === 'starred') star(state, (now) => now.filter((id) => !messages.includes(id)));
  const unread = unreadIn(state);
  if (flag !== 'read' || !unread) return;
  for (const [key, details] of Object.entries(message_details as Record<string, Item>)) {
    const id = Number(key);
    const place =
      details['type'] === 'stream'
        ? inTopic(details['stream_id'], details['topic'])
        : withPeople(details['user_ids'], state['user_id'] as number);
    addUnread(unread, id, place);
    if (details['mentioned']) addMention(unread, id);
  }
}

function star(state: WireState, to: (now: number[]) => number[]): void {
  const starred = state['starred_messages'] as number[] | undefined;
  if (starred) state['starred_messages'] = [...new Set(to(starred))].sort((a, b) => a - b);
}

function messagesGone(state: WireState, event: WireEvent): void {
  const ids: number[] = event['message_ids'] ?? [event['message_id']];
  const unread = unreadIn(state);
  if (unread) dropUnread(unread, (id) => ids.includes(id));
  star(state, (now) => now.filter((id) => !ids.includes(id)));
  // Which message of a conversation is the latest now is not told: a client has to ask, so nothing is known here.
  const recent = listIn(state, 'recent_private_conversations');
  if (recent?.some((each) => ids.includes(each['max_message_id']))) delete state['recent_private_conversations'];
}

function messageEdited(state: WireState, event: WireEvent): void {
  const { message_ids, new_stream_id, subject } = event;
  const unread = unreadIn(state);
  if (unread && 'content' in event) mentionsEdited(unread, event);
  if (!unread || (new_stream_id === undefined && subject === undefined)) return;
  const mentions: number[] = unread['mentions'];
  for (const { place, ids } of unreadTopicsOf(unread, message_ids)) {
    dropUnread(unread, (id) => ids.includes(id));
    for (const id of ids)
      addUnread(unread, id, inTopic(new_stream_id ?? place['stream_id'], subject ?? place['topic']));
  }
  unread['mentions'] = mentions;
}

/** Other words may mention others. */
function mentionsEdited(unread: Item, { message_id, flags }: WireEvent): void {
  unread['mentions'] = unread['mentions'].filter((id: number) => id !== message_id);
  if (isMention(flags) && isUnread(unread, message_id)) addMention(unread, message_id);
}

export const MESSAGE_CHANGES: StateChanges = {
  message: messageCame,
  'update_message_flags.add': flagsAdded,
  'update_message_flags.remove': flagsRemoved,
  delete_message: messagesGone,
  update_message: messageEdited,
  'drafts.add': (state, { drafts }) => changeList(state, 'drafts', (all) => [...drafts, ...all]),
  'drafts.update': (state, { draft }) => changeList(state, 'drafts', (all) => upserted(all, draft, 'id')),
  'drafts.remove': (state, { draft_id }) =>
    changeList(state, 'drafts', (all) => all.filter((draft) => draft['id'] !== draft_id)),
  'scheduled_messages.add': (state, { scheduled_messages }) =>
    changeList(state, 'scheduled_messages', (all) => [...all, ...scheduled_messages]),
  'scheduled_messages.update': (state, { scheduled_message }) =>
    changeList(state, 'scheduled_messages', (all) => upserted(all, scheduled_message, 'scheduled_message_id')),
  'scheduled_messages.remove': (state, { scheduled_message_id }) =>
    changeList(state, 'scheduled_messages', (all) =>
      all.filter((each) => each['scheduled_message_id'] !== scheduled_message_id),
    ),
};
