import { maySeeStream } from '@chat/auth';
import { type StreamRecord, TopicVisibility, UserTopicChanged } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { RealmUsers } from '../directory/user-directory.js';
import { foldName } from '../names/fold-name.js';
import { mutedTopics } from '../user-topics/muted-topics.js';

/** Users whose wishes follow a topic in one move; a topic that more have muted keeps the others' under its old name. */
const MAX_FOLLOWING = 1_000;

interface Place {
  readonly stream: StreamRecord;
  readonly topic: string;
}

/** Who muted or unmuted a topic meant what is now elsewhere: the wish goes with it. */
export async function moveTopicWishes(
  tx: Transaction,
  realmId: number,
  from: Place,
  to: Place,
  users: RealmUsers,
): Promise<void> {
  const [fromKey, toKey] = [foldName(from.topic), foldName(to.topic)];
  if (from.stream.streamId === to.stream.streamId && fromKey === toKey) return;
  const wishes = await tx.query<{ userId: number; policy: TopicVisibility }>(
    `DELETE FROM user_topics t USING (
       SELECT user_id FROM user_topics WHERE stream_id = $1 AND topic_key = $2 ORDER BY user_id LIMIT $3) AS some_users
     WHERE t.stream_id = $1 AND t.topic_key = $2 AND t.user_id = some_users.user_id
     RETURNING t.user_id AS "userId", t.visibility_policy::int AS policy`,
    [from.stream.streamId, fromKey, MAX_FOLLOWING],
  );
  const seeing = await seeingAmong(tx, wishes, to.stream, users);
  for (const { userId, policy } of wishes) {
    if (!seeing.has(userId)) {
      await recordWishGone(tx, realmId, userId, from, users);
      continue;
    }
    const [kept] = await tx.query<{ at: number; policy: TopicVisibility }>(
      `INSERT INTO user_topics AS t (user_id, stream_id, topic_key, topic, visibility_policy) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (user_id, stream_id, topic_key) DO UPDATE SET updated_at = now()
       RETURNING floor(extract(epoch FROM updated_at))::bigint AS at, visibility_policy::int AS policy`,
      [userId, to.stream.streamId, toKey, to.topic, policy],
    );
    const updatedAtSeconds = kept?.at ?? 0;
    const user = users.get(userId);
    const muted = user ? await mutedTopics(tx, user) : [];
    const gone = { streamId: from.stream.streamId, topic: from.topic, visibilityPolicy: 0 as const, updatedAtSeconds };
    const moved = {
      streamId: to.stream.streamId,
      topic: to.topic,
      visibilityPolicy: kept?.policy ?? policy,
      updatedAtSeconds,
    };
    for (const userTopic of [gone, moved]) {
      tx.record(realmId, UserTopicChanged.of({ userId, userTopic, mutedTopics: muted }));
    }
  }
}

/** Those of the users who see the stream: the others are told of nothing in it. */
async function seeingAmong(
  tx: Transaction,
  wishes: readonly { readonly userId: number }[],
  stream: StreamRecord,
  users: RealmUsers,
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ userId: number }>(
    'SELECT user_id AS "userId" FROM subscriptions WHERE stream_id = $1 AND user_id = ANY ($2) AND is_active',
    [stream.streamId, wishes.map(({ userId }) => userId)],
  );
  const subscribed = new Set(rows.map(({ userId }) => userId));
  const seeing = wishes.filter(({ userId }) => maySeeStream(users.get(userId) ?? null, stream, subscribed.has(userId)));
  return new Set(seeing.map(({ userId }) => userId));
}

async function recordWishGone(
  tx: Transaction,
  realmId: number,
  userId: number,
  { stream, topic }: Place,
  users: RealmUsers,
): Promise<void> {
  const user = users.get(userId);
  const userTopic = {
    streamId: stream.streamId,
    topic,
    visibilityPolicy: TopicVisibility.Inherit,
    updatedAtSeconds: Math.floor(Date.now() / 1_000),
  };
  const all = user ? await mutedTopics(tx, user) : [];
  tx.record(realmId, UserTopicChanged.of({ userId, userTopic, mutedTopics: all }));
}
