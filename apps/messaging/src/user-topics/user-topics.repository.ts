import {
  badRequest,
  MAX_USER_TOPICS,
  type MutedTopic,
  maySeeStream,
  type Principal,
  type Stream,
  TopicVisibility,
  type UserTopic,
  UserTopicChanged,
} from '@chat/contracts';
import type { Queryable, Transaction } from '@chat/persistence';
import { foldName } from '@chat/text';
import { Not } from 'typeorm';
import type { RealmUsers } from '../projections/realm-users.js';
import { UserTopicEntity } from './user-topic.entity.js';

/** Throws BAD_REQUEST if the user has as many settings for other topics as are allowed. */
export async function requireRoomForTopic(tx: Transaction, userId: number, streamId: number, topic: string) {
  const elsewhere = [
    { userId, streamId: Not(streamId) },
    { userId, topicKey: Not(foldName(topic)) },
  ];
  if ((await tx.getRepository(UserTopicEntity).countBy(elsewhere)) < MAX_USER_TOPICS) return;
  throw badRequest(`Too many muted topics (limit: ${MAX_USER_TOPICS})`);
}

/**
 * Stores or, for `Inherit`, removes a topic visibility. Returns the time of the change in UTC seconds; undefined if nothing changed. Raw
 * SQL: the time is that of the database, and one statement inserts the row, or updates it if the policy differs.
 */
export async function storeTopicVisibility(
  tx: Transaction,
  userId: number,
  streamId: number,
  topic: string,
  policy: TopicVisibility,
): Promise<number | undefined> {
  const place = [userId, streamId, foldName(topic)];
  const [row] =
    policy === TopicVisibility.Inherit
      ? await tx.query<{ at: number }>(
          `DELETE FROM user_topics WHERE user_id = $1 AND stream_id = $2 AND topic_key = $3
           RETURNING floor(extract(epoch FROM now()))::bigint AS at`,
          place,
        )
      : await tx.query<{ at: number }>(
          `INSERT INTO user_topics AS t (user_id, stream_id, topic_key, topic, visibility_policy) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (user_id, stream_id, topic_key) DO UPDATE
           SET visibility_policy = excluded.visibility_policy, topic = excluded.topic, updated_at = now()
           WHERE t.visibility_policy <> excluded.visibility_policy
           RETURNING floor(extract(epoch FROM updated_at))::bigint AS at`,
          [...place, topic, policy],
        );
  return row?.at;
}

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

/** Events published at once. A user with more settings receives the others at the next registration. */
const MAX_RECORDED = 1_000;

/**
 * Publishes the topic visibility again for streams that became visible. `pairs`: users, each with a newly visible stream. Call it after the
 * change that made the stream visible, in the same transaction.
 */
export async function recordRegainedVisibility(
  tx: Transaction,
  realmId: number,
  pairs: readonly { readonly userId: number; readonly streamId: number }[],
  users: RealmUsers,
): Promise<void> {
  if (pairs.length === 0) return;
  const settings = await tx.query<UserTopic & { userId: number }>(
    `SELECT t.user_id AS "userId", t.stream_id AS "streamId", t.topic, t.visibility_policy AS "visibilityPolicy",
       floor(extract(epoch FROM t.updated_at))::bigint AS "updatedAtSeconds"
     FROM user_topics t JOIN unnest($1::bigint[], $2::bigint[]) AS p (user_id, stream_id) USING (user_id, stream_id)
     ORDER BY t.user_id, t.stream_id, t.topic_key LIMIT ${MAX_RECORDED}`,
    [pairs.map(({ userId }) => userId), pairs.map(({ streamId }) => streamId)],
  );
  for (const userId of new Set(settings.map((setting) => setting.userId))) {
    if (!users.get(userId)) continue;
    const topics = settings.filter((setting) => setting.userId === userId).map(({ userId: _, ...topic }) => topic);
    await recordUserTopics(tx, realmId, userId, topics, users);
  }
}

/** Publishes topic visibilities of one user. An unknown user has no muted topics. */
export async function recordUserTopics(
  tx: Transaction,
  realmId: number,
  userId: number,
  topics: readonly UserTopic[],
  users: RealmUsers,
): Promise<void> {
  if (topics.length === 0) return;
  const user = users.get(userId);
  const muted = user ? await mutedTopics(tx, user) : [];
  for (const userTopic of topics) tx.record(realmId, UserTopicChanged.of({ userId, userTopic, mutedTopics: muted }));
}

export async function usersWithVisibility(tx: Transaction, streamId: number): Promise<number[]> {
  const rows = await tx.query<{ userId: number }>(
    `SELECT DISTINCT user_id AS "userId" FROM user_topics WHERE stream_id = $1 ORDER BY user_id LIMIT ${MAX_RECORDED}`,
    [streamId],
  );
  return rows.map(({ userId }) => userId);
}
