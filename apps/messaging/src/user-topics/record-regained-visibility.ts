import { type MutedTopic, type UserTopic, UserTopicChanged } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { RealmUsers } from '../projections/realm-users.js';
import { mutedTopics } from './muted-topics.js';

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
  const muted = new Map<number, MutedTopic[]>();
  for (const { userId, ...userTopic } of settings) {
    const user = users.get(userId);
    if (!user) continue;
    const all = muted.get(userId) ?? (await mutedTopics(tx, user));
    muted.set(userId, all);
    tx.record(realmId, UserTopicChanged.of({ userId, userTopic, mutedTopics: all }));
  }
}

/** Users with a topic visibility in the stream. */
export async function usersWithVisibility(tx: Transaction, streamId: number): Promise<number[]> {
  const rows = await tx.query<{ userId: number }>(
    `SELECT DISTINCT user_id AS "userId" FROM user_topics WHERE stream_id = $1 ORDER BY user_id LIMIT ${MAX_RECORDED}`,
    [streamId],
  );
  return rows.map(({ userId }) => userId);
}
