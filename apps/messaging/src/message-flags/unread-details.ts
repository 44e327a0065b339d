import { TopicVisibility, type UnreadMessageDetails } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { foldName } from '@chat/text';
import type { UnreadMessage } from '../read-state/unread-messages.js';
import { readUserTopics, type UserTopicRow } from '../register/register-part.js';
import { SubscriptionEntity } from '../stream-records/subscription.entity.js';

export type IsMuted = (streamId: number, topic: string) => boolean;

/** The visibility of a topic overrides its stream's. */
export function mutingBy(mutedStreamIds: readonly number[], topics: readonly UserTopicRow[]): IsMuted {
  const mutedStreams = new Set(mutedStreamIds);
  if (topics.length === 0) return (streamId) => mutedStreams.has(streamId);
  const policies = new Map(topics.map((topic) => [`${topic.streamId} ${topic.topicKey}`, topic.visibilityPolicy]));
  return (streamId, topic) => {
    const policy = policies.get(`${streamId} ${foldName(topic)}`) ?? TopicVisibility.Inherit;
    return policy === TopicVisibility.Inherit ? mutedStreams.has(streamId) : policy === TopicVisibility.Muted;
  };
}

/** The other participants of direct conversations, ascending, by recipient id; the user in a conversation alone. At most one query. */
export async function othersIn(
  tx: Transaction,
  userId: number,
  messages: readonly UnreadMessage[],
): Promise<Map<number, number[]>> {
  const direct = messages.filter(({ streamId }) => streamId === null);
  if (direct.length === 0) return new Map();
  const rows = await tx.queryPrepared<{ id: number; userIds: number[] }>(
    'SELECT id, user_ids AS "userIds" FROM recipients WHERE id = ANY ($1) AND user_ids IS NOT NULL',
    [[...new Set(direct.map(({ recipientId }) => recipientId))]],
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
  const others = await othersIn(tx, userId, messages);
  const streams = await tx.getRepository(SubscriptionEntity).findBy({ userId, isActive: true, isMuted: true });
  const mutedIds = streams.map(({ streamId }) => streamId);
  const isMutedTopic = mutingBy(mutedIds, await readUserTopics(tx, userId));
  return messages.map((message): UnreadMessageDetails => {
    const { id: messageId, streamId, topic, recipientId } = message;
    const isMuted = streamId !== null && isMutedTopic(streamId, topic);
    // As in `unread_msgs`: a wildcard mention does not count where the topic is muted.
    const isMentioned = message.isMentioned || (message.isWildcardMention && !isMuted);
    if (streamId !== null) return { messageId, kind: 'stream', streamId, topic, isMentioned, isMuted };
    // Empty for a conversation with oneself.
    const userIds = (others.get(recipientId) ?? []).filter((other) => other !== userId);
    return { messageId, kind: 'direct', userIds, isMentioned };
  });
}
