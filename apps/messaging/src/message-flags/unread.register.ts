import { type UnreadMessages, type Wire, wantsState } from '@chat/contracts';
import { foldName } from '@chat/text';
import { MAX_UNREAD_MESSAGES, type UnreadMessage, unreadMessages } from '../read-state/unread-messages.js';
import { isMuted } from '../register/own-subscriptions.js';
import type { RegisterPart } from '../register/register-part.js';
import { type Muting, mutingBy } from './muting.js';
import { othersIn } from './unread-details.js';

const NOTHING_UNREAD: Wire<UnreadMessages> = {
  count: 0,
  pms: [],
  streams: [],
  huddles: [],
  mentions: [],
  old_unreads_missing: false,
};

/** `unread_msgs`: what the reader has not read, by conversation. */
export const unreadState: RegisterPart = async (tx, { request, realmId, streams, userTopics }) => {
  if (!wantsState(request, 'message') || !wantsState(request, 'update_message_flags')) return {};
  const { actor } = request;
  if (!actor) return { unread_msgs: NOTHING_UNREAD };
  const [unread, { own }, topics] = await Promise.all([
    unreadMessages(tx, { ...actor, realmId }),
    streams(),
    userTopics(),
  ]);
  const mutedStreamIds = [...own]
    .filter(([, { isActive, settings }]) => isActive && isMuted(settings))
    .map(([id]) => id);
  const muting = mutingBy(mutedStreamIds, topics);
  const direct = unread.filter((message) => message.streamId === null).map((message) => message.recipientId);
  const others = await othersIn(tx, actor.userId, direct);
  return { unread_msgs: unreadFields(unread.reverse(), actor.userId, others, muting) };
};

/** Groups unread messages (ascending) as clients want them. Pure. */
function unreadFields(
  unread: readonly UnreadMessage[],
  userId: number,
  others: ReadonlyMap<number, readonly number[]>,
  muting: Muting,
): Wire<UnreadMessages> {
  const pms = new Map<number, { other_user_id: number; sender_id: number; unread_message_ids: number[] }>();
  const huddles = new Map<string, { user_ids_string: string; unread_message_ids: number[] }>();
  const streams = new Map<string, { stream_id: number; topic: string; unread_message_ids: number[] }>();
  const mentions: number[] = [];
  let count = 0;
  for (const message of unread) {
    const { id, streamId, topic } = message;
    const isMuted = streamId !== null && muting.isMuted(streamId, topic);
    if (!isMuted) count++;
    if (message.isMentioned || (message.isWildcardMention && !isMuted)) mentions.push(id);
    if (streamId !== null) {
      const key = `${streamId} ${foldName(topic)}`;
      listIn(streams, key, () => ({ stream_id: streamId, topic }), id);
      continue;
    }
    const with_ = others.get(message.recipientId) ?? [];
    if (with_.length === 1) {
      const other = with_[0] as number;
      // Both names for the same user: the older one is deprecated.
      listIn(pms, other, () => ({ other_user_id: other, sender_id: other }), id);
    } else {
      const key = [userId, ...with_].sort((a, b) => a - b).join(',');
      listIn(huddles, key, () => ({ user_ids_string: key }), id);
    }
  }
  return {
    count,
    pms: [...pms.values()].sort((a, b) => a.other_user_id - b.other_user_id),
    streams: [...streams.values()].sort(
      (a, b) => a.stream_id - b.stream_id || a.topic.toLowerCase().localeCompare(b.topic.toLowerCase()),
    ),
    huddles: [...huddles.values()].sort((a, b) => a.user_ids_string.localeCompare(b.user_ids_string)),
    mentions,
    old_unreads_missing: unread.length >= MAX_UNREAD_MESSAGES,
  };
}

/** Adds the message to the group of the key, which `create` makes. */
function listIn<Key, Group extends object>(
  groups: Map<Key, Group & { unread_message_ids: number[] }>,
  key: Key,
  create: () => Group,
  messageId: number,
): void {
  const group = groups.get(key);
  if (group) group.unread_message_ids.push(messageId);
  else groups.set(key, { ...create(), unread_message_ids: [messageId] });
}
