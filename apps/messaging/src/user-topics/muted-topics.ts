import { type MutedTopic, maySeeStream, type Principal, type Stream, TopicVisibility } from '@chat/contracts';
import type { Queryable } from '@chat/persistence';

type MutedTopicRow = Stream & {
  readonly streamName: string;
  readonly topic: string;
  readonly at: number;
  readonly isSubscribed: boolean;
};

/** The muted topics of the streams that the user sees, by stream and topic. */
export async function mutedTopics(
  queryable: Queryable,
  user: Pick<Principal, 'userId' | 'role'>,
): Promise<MutedTopic[]> {
  const rows = await queryable.query<MutedTopicRow>(
    `SELECT s.name AS "streamName", t.topic, floor(extract(epoch FROM t.updated_at))::bigint AS at,
       s.is_private AS "isPrivate", s.is_web_public AS "isWebPublic",
       s.is_history_public AS "isHistoryPublicToSubscribers", u.user_id IS NOT NULL AS "isSubscribed"
     FROM user_topics t JOIN streams s ON s.id = t.stream_id
     LEFT JOIN subscriptions u ON u.stream_id = s.id AND u.user_id = t.user_id AND u.is_active
     WHERE t.user_id = $1 AND t.visibility_policy = ${TopicVisibility.Muted} AND s.archived_at IS NULL
     ORDER BY s.id, t.topic_key`,
    [user.userId],
  );
  const visible = rows.filter((row) => maySeeStream(user, row, row.isSubscribed));
  return visible.map((row) => [row.streamName, row.topic, row.at]);
}
