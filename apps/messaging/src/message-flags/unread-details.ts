import type { UnreadMessageDetails } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { UnreadMessage } from '../read-state/unread-messages.js';
import { mutingOf } from './muting.js';

/** The others in direct conversations (oneself when alone), ascending, by recipient id. One query at most. */
export async function othersIn(
  tx: Transaction,
  userId: number,
  recipientIds: Iterable<number>,
): Promise<Map<number, number[]>> {
  const ids = [...new Set(recipientIds)];
  if (ids.length === 0) return new Map();
  const rows = await tx.queryPrepared<{ id: number; userIds: number[] }>(
    'SELECT id, user_ids AS "userIds" FROM recipients WHERE id = ANY ($1) AND user_ids IS NOT NULL',
    [ids],
  );
  return new Map(
    rows.map(({ id, userIds }) => {
      const others = userIds.filter((one) => one !== userId);
      return [id, others.length > 0 ? others : [userId]];
    }),
  );
}

/** Details with which clients count messages as unread again. */
export async function unreadDetails(
  tx: Transaction,
  userId: number,
  messages: readonly UnreadMessage[],
): Promise<UnreadMessageDetails[]> {
  const direct = messages.filter((message) => message.streamId === null).map((message) => message.recipientId);
  const others = await othersIn(tx, userId, direct);
  const muting = await mutingOf(tx, userId);
  return messages.map((message): UnreadMessageDetails => {
    const { id: messageId, streamId, topic, recipientId } = message;
    const isMuted = streamId !== null && muting.isMuted(streamId, topic);
    // As in `unread_msgs`: a wildcard mention does not count where the topic is muted.
    const isMentioned = message.isMentioned || (message.isWildcardMention && !isMuted);
    if (streamId === null) {
      // Empty for a conversation with oneself.
      const userIds = (others.get(recipientId) ?? []).filter((other) => other !== userId);
      return { messageId, kind: 'direct', userIds, isMentioned };
    }
    return { messageId, kind: 'stream', streamId, topic, isMentioned, isMuted };
  });
}
