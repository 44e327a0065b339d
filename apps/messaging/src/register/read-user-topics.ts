import type { UserTopic } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';

/** Visibility that a user chose for a topic. */
export interface UserTopicRow extends UserTopic {
  readonly topicKey: string;
}

/** All of a user's, those in archived streams too, by stream and topic. */
export const readUserTopics = (tx: Transaction, userId: number): Promise<UserTopicRow[]> =>
  tx.queryPrepared<UserTopicRow>(
    `SELECT stream_id AS "streamId", topic, topic_key AS "topicKey", visibility_policy AS "visibilityPolicy",
       floor(extract(epoch FROM updated_at))::bigint AS "updatedAtSeconds"
     FROM user_topics WHERE user_id = $1 ORDER BY stream_id, topic_key`,
    [userId],
  );
