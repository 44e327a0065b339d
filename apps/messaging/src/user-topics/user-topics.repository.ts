import { badRequest, MAX_USER_TOPICS, TopicVisibility } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { foldName } from '@chat/text';
import { Not } from 'typeorm';
import { UserTopicEntity } from './user-topic.entity.js';

/** Stores or, for `Inherit`, removes a topic visibility. Returns the time of the change in UTC seconds; undefined if nothing changed. */
export async function storeTopicVisibility(
  tx: Transaction,
  userId: number,
  streamId: number,
  topic: string,
  policy: TopicVisibility,
): Promise<number | undefined> {
  const topicKey = foldName(topic);
  if (policy === TopicVisibility.Inherit) {
    // Raw SQL: the time is that of the database.
    const [removed] = await tx.query<{ at: number }>(
      `DELETE FROM user_topics WHERE user_id = $1 AND stream_id = $2 AND topic_key = $3
       RETURNING floor(extract(epoch FROM now()))::bigint AS at`,
      [userId, streamId, topicKey],
    );
    return removed?.at;
  }
  const elsewhere = [
    { userId, streamId: Not(streamId) },
    { userId, topicKey: Not(topicKey) },
  ];
  if ((await tx.getRepository(UserTopicEntity).countBy(elsewhere)) >= MAX_USER_TOPICS) {
    throw badRequest(`Too many muted topics (limit: ${MAX_USER_TOPICS})`);
  }
  // Raw SQL: one statement inserts the row, or updates it if the policy differs.
  const [row] = await tx.query<{ at: number }>(
    `INSERT INTO user_topics AS t (user_id, stream_id, topic_key, topic, visibility_policy) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id, stream_id, topic_key) DO UPDATE
     SET visibility_policy = excluded.visibility_policy, topic = excluded.topic, updated_at = now()
     WHERE t.visibility_policy <> excluded.visibility_policy
     RETURNING floor(extract(epoch FROM updated_at))::bigint AS at`,
    [userId, streamId, topicKey, topic, policy],
  );
  return row?.at;
}
