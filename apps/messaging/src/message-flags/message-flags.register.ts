import { type UnreadMessages, type Wire, wantsState } from '@chat/contracts';
import { foldName } from '@chat/text';
import { MAX_UNREAD_MESSAGES, type UnreadMessage, unreadMessages } from '../read-state/unread-messages.js';
import { isMuted } from '../register/own-subscriptions.js';
import type { RegisterPart } from '../register/register-part.js';
import { type IsMuted, mutingBy, othersIn } from './unread-details.js';

/**
 * Stars of a user ($1) in a realm ($2). OFFSET prevents a join: in tables without statistics the planner would look for the user's
 * star at every message of the realm.
 */
export const STARRED = `SELECT f.message_id AS id FROM message_flags f
  WHERE f.user_id = $1 AND f.is_starred
    AND EXISTS (SELECT 1 FROM messages m WHERE m.id = f.message_id AND m.realm_id = $2 OFFSET 0)
  ORDER BY f.message_id`;

/**
 * `starred_messages`: ids, ascending. Includes messages that are invisible for now because the user left their stream: no event
 * announces their return. An id reveals nothing, since every view of messages checks access.
 */
export const starredState: RegisterPart = async (tx, { request, realmId }) => {
  if (!wantsState(request, 'starred_messages')) return {};
  const { actor } = request;
  if (!actor) return { starred_messages: [] };
  const rows = await tx.queryPrepared<{ id: number }>(STARRED, [actor.userId, realmId]);
  return { starred_messages: rows.map((row) => row.id) };
};

export const unreadState: RegisterPart = async (tx, { request, realmId, streams, userTopics }) => {
  if (!wantsState(request, 'message') || !wantsState(request, 'update_message_flags')) return {};
  const { actor } = request;
  if (!actor) return { unread_msgs: unreadFields([], 0, new Map(), () => false) };
  const [unread, { own }, topics] = await Promise.all([
    unreadMessages(tx, { ...actor, realmId }),
    streams(),
    userTopics(),
  ]);
  const mutedStreamIds = [...own].filter(([, one]) => one.isActive && isMuted(one.settings)).map(([id]) => id);
  const others = await othersIn(tx, actor.userId, unread);
  return { unread_msgs: unreadFields(unread.reverse(), actor.userId, others, mutingBy(mutedStreamIds, topics)) };
};

/** Groups unread messages (ascending) as the API has them. Pure. */
function unreadFields(
  unread: readonly UnreadMessage[],
  userId: number,
  others: ReadonlyMap<number, readonly number[]>,
  isMutedTopic: IsMuted,
): Wire<UnreadMessages> {
  const pms = new Map<number, Grouped<{ other_user_id: number; sender_id: number }>>();
  const huddles = new Map<string, Grouped<{ user_ids_string: string }>>();
  const streams = new Map<string, Grouped<{ stream_id: number; topic: string }>>();
  const mentions: number[] = [];
  let count = 0;
  for (const message of unread) {
    const { id, streamId, topic } = message;
    const isMuted = streamId !== null && isMutedTopic(streamId, topic);
    if (!isMuted) count++;
    if (message.isMentioned || (message.isWildcardMention && !isMuted)) mentions.push(id);
    if (streamId !== null) {
      addTo(streams, `${streamId} ${foldName(topic)}`, { stream_id: streamId, topic }, id);
      continue;
    }
    const participants = others.get(message.recipientId) ?? [];
    if (participants.length === 1) {
      const other = participants[0] as number;
      // Both names for the same user: the older one is deprecated.
      addTo(pms, other, { other_user_id: other, sender_id: other }, id);
    } else {
      const key = [userId, ...participants].sort((a, b) => a - b).join(',');
      addTo(huddles, key, { user_ids_string: key }, id);
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

type Grouped<Group> = Group & { unread_message_ids: number[] };

/** Adds the message to the group of the key; `group` is the new group if there is none. */
function addTo<Key, Group>(groups: Map<Key, Grouped<Group>>, key: Key, group: Group, messageId: number): void {
  const known = groups.get(key);
  if (known) known.unread_message_ids.push(messageId);
  else groups.set(key, { ...group, unread_message_ids: [messageId] });
}
