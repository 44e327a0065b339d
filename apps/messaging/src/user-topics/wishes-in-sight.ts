import { type TopicVisibility, UserTopicChanged } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { RealmUsers } from '../projections/realm-users.js';
import { mutedTopics } from './muted-topics.js';

/** Wishes told at once; users with more find the rest when they register again. */
const MAX_TOLD = 1_000;

interface Wish {
  readonly userId: number;
  readonly streamId: number;
  readonly topic: string;
  readonly policy: TopicVisibility;
  readonly at: number;
}

/**
 * A stream that comes back into a user's sight brings back what the user wished for its topics: tells it again. `pairs`: who
 * sees which stream now and did not before. After what makes it so, in the same transaction.
 */
export async function recordWishesInSight(
  tx: Transaction,
  realmId: number,
  pairs: readonly { readonly userId: number; readonly streamId: number }[],
  users: RealmUsers,
): Promise<void> {
  if (pairs.length === 0) return;
  const wishes = await tx.query<Wish>(
    `SELECT t.user_id AS "userId", t.stream_id AS "streamId", t.topic, t.visibility_policy::int AS policy,
       floor(extract(epoch FROM t.updated_at))::bigint AS at
     FROM user_topics t JOIN unnest($1::bigint[], $2::bigint[]) AS p (user_id, stream_id) USING (user_id, stream_id)
     ORDER BY t.user_id, t.stream_id, t.topic_key LIMIT ${MAX_TOLD}`,
    [pairs.map(({ userId }) => userId), pairs.map(({ streamId }) => streamId)],
  );
  const muted = new Map<number, Awaited<ReturnType<typeof mutedTopics>>>();
  for (const { userId, streamId, topic, policy: visibilityPolicy, at: updatedAtSeconds } of wishes) {
    const user = users.get(userId);
    if (!user) continue;
    const all = muted.get(userId) ?? (await mutedTopics(tx, user));
    muted.set(userId, all);
    const userTopic = { streamId, topic, visibilityPolicy, updatedAtSeconds };
    tx.record(realmId, UserTopicChanged.of({ userId, userTopic, mutedTopics: all }));
  }
}

/** Who wished something for topics of the stream. */
export async function usersWithWishes(tx: Transaction, streamId: number): Promise<number[]> {
  const rows = await tx.query<{ userId: number }>(
    `SELECT DISTINCT user_id AS "userId" FROM user_topics WHERE stream_id = $1 ORDER BY user_id LIMIT ${MAX_TOLD}`,
    [streamId],
  );
  return rows.map(({ userId }) => userId);
}
