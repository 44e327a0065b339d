import type { Reaction, Wire } from '@chat/contracts';
import type { EventFields } from '../state/client-events.js';
import type { Message } from './message.js';

type Edit = NonNullable<Message['edit_history']>[number];
type UpdateMessage = EventFields<'update_message'>;

const withoutAbsent = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

/** The message after an edit or move, and the same message if the event does not change it. `streamName`: of the new stream. */
export function edited(message: Message, event: UpdateMessage, streamName: string | undefined): Message {
  const isMoved = event.subject !== undefined || event.new_stream_id !== undefined;
  const isEdited = message.id === event.message_id;
  const moved = isMoved && event.message_ids.includes(message.id);
  if (!isEdited && !moved) return message;
  return {
    ...message,
    ...(isEdited && contentAfter(event)),
    ...(moved && placeAfter(event, streamName)),
    ...(!event.rendering_only && historyAfter(message, event, isEdited, moved)),
  };
}

const contentAfter = (event: UpdateMessage): Partial<Message> => ({
  flags: event.flags,
  ...withoutAbsent({ content: event.rendered_content, is_me_message: event.is_me_message }),
});

const placeAfter = (event: UpdateMessage, streamName: string | undefined): Partial<Message> =>
  withoutAbsent({
    subject: event.subject,
    topic_links: event.topic_links,
    stream_id: event.new_stream_id,
    display_recipient: event.new_stream_id === undefined ? undefined : streamName,
  });

function historyAfter(message: Message, event: UpdateMessage, isEdited: boolean, moved: boolean): Partial<Message> {
  const isContentNew = isEdited && event.content !== undefined;
  const entry: Edit = withoutAbsent({
    user_id: event.user_id,
    timestamp: event.edit_timestamp,
    ...(isContentNew && {
      prev_content: event.orig_content,
      prev_rendered_content: event.orig_rendered_content,
      prev_rendered_content_version: event.prev_rendered_content_version,
    }),
    ...(moved && event.subject !== undefined && { prev_topic: event.orig_subject, topic: event.subject }),
    ...(moved && event.new_stream_id !== undefined && { prev_stream: event.stream_id, stream: event.new_stream_id }),
  });
  const history = message.edit_history ?? [];
  const isKnown = history.some(
    ({ timestamp, user_id, prev_content, prev_topic }) =>
      timestamp === entry.timestamp &&
      user_id === entry.user_id &&
      prev_content === entry.prev_content &&
      prev_topic === entry.prev_topic,
  );
  return {
    last_edit_timestamp: Math.max(message.last_edit_timestamp ?? 0, event.edit_timestamp),
    edit_history: isKnown ? history : [entry, ...history],
  };
}

/** The message with or without a flag of its reader; the same object if nothing changes. */
export function flagged(message: Message, flag: string, isSet: boolean): Message {
  if (message.flags.includes(flag as never) === isSet) return message;
  const flags = isSet ? [...message.flags, flag] : message.flags.filter((each) => each !== flag);
  return { ...message, flags: flags as Message['flags'] };
}

const isSame = (one: Wire<Reaction>, other: Wire<Reaction>): boolean =>
  one.user_id === other.user_id && one.emoji_code === other.emoji_code && one.reaction_type === other.reaction_type;

/** The message after a reaction was added or removed; the same object if it has that state already. */
export function reacted(message: Message, event: EventFields<'reaction.add'>, isAdded: boolean): Message {
  const isThere = message.reactions.some((each) => isSame(each, event));
  if (isThere === isAdded) return message;
  if (!isAdded) return { ...message, reactions: message.reactions.filter((each) => !isSame(each, event)) };
  const {
    message_id: _,
    user: { user_id: __, ...user },
    ...reaction
  } = event;
  return { ...message, reactions: [...message.reactions, { ...reaction, user }] };
}

/** Submessages come in the order of their ids, so each is new or held already. */
export function extended(message: Message, event: EventFields<'submessage'>): Message {
  const { submessage_id: id, ...submessage } = event;
  if (message.submessages.some((each) => each.id === id)) return message;
  return { ...message, submessages: [...message.submessages, { id, ...submessage }] };
}
