import { TopicVisibility } from '@chat/contracts';
import type { Queryable } from '@chat/persistence';
import { foldName } from '@chat/text';

/** Muted streams and topics of a user. */
export interface Muting {
  isMuted(streamId: number, topic: string): boolean;
}

interface ChosenVisibility {
  readonly streamId: number;
  readonly topicKey: string;
  readonly visibilityPolicy: TopicVisibility;
}

/** The user's muted streams and topics. Two queries, at once. */
export async function mutingOf(queryable: Queryable, userId: number): Promise<Muting> {
  const muted = queryable.queryPrepared<{ id: number }>(
    'SELECT stream_id AS id FROM subscriptions WHERE user_id = $1 AND is_active AND is_muted',
    [userId],
  );
  const policed = queryable.queryPrepared<ChosenVisibility>(
    `SELECT stream_id AS "streamId", topic_key AS "topicKey", visibility_policy AS "visibilityPolicy" FROM user_topics
     WHERE user_id = $1`,
    [userId],
  );
  const [streams, topics] = await Promise.all([muted, policed]);
  return mutingBy(
    streams.map((stream) => stream.id),
    topics,
  );
}

/** The visibility of a topic overrides its stream's. */
export function mutingBy(mutedStreamIds: Iterable<number>, topics: readonly ChosenVisibility[]): Muting {
  const mutedStreams = new Set(mutedStreamIds);
  if (topics.length === 0) return { isMuted: (streamId) => mutedStreams.has(streamId) };
  const policies = new Map(topics.map((topic) => [`${topic.streamId} ${topic.topicKey}`, topic.visibilityPolicy]));
  return {
    isMuted: (streamId, topic) => {
      const policy = policies.get(`${streamId} ${foldName(topic)}`) ?? TopicVisibility.Inherit;
      if (policy === TopicVisibility.Inherit) return mutedStreams.has(streamId);
      return policy === TopicVisibility.Muted;
    },
  };
}
