import { maySeeStream } from '@chat/auth';
import { type StreamRecord, TopicVisibility, UserTopicChanged } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { foldName } from '../names/fold-name.js';
import type { RealmUsers } from '../projections/realm-users.js';
import { mutedTopics } from '../user-topics/muted-topics.js';
import { hasMoreThan } from './edits.repository.js';

/** Users whose wishes follow a topic in one move; a topic that more have muted keeps the others' under its old name. */
const MAX_FOLLOWING = 1_000;

interface Place {
  readonly stream: StreamRecord;
  readonly topic: string;
}

interface Wish {
  readonly userId: number;
  readonly policy: TopicVisibility;
}

const { Inherit, Muted, Unmuted } = TopicVisibility;

/**
 * Who muted or unmuted a topic meant what is now elsewhere: the wish goes with it. `movedIds`: its messages. Where others are already,
 * whichever of the wishes for the two shows more counts; where none are, what was wished there meant something that is gone.
 */
export async function moveTopicWishes(
  tx: Transaction,
  realmId: number,
  from: Place,
  to: Place,
  movedIds: readonly number[],
  users: RealmUsers,
): Promise<void> {
  const [fromKey, toKey] = [foldName(from.topic), foldName(to.topic)];
  if (from.stream.streamId === to.stream.streamId && fromKey === toKey) return;
  const left = await takeWishes(tx, from.stream.streamId, fromKey);
  const isJoining = await hasMoreThan(tx, { recipientId: to.stream.recipientId, topicKey: toKey }, movedIds);
  const there = await wishesThere(tx, { streamId: from.stream.streamId, topicKey: fromKey }, to, toKey, left);
  const before = new Map(left.map(({ userId, policy }) => [userId, policy]));
  const existing = new Map(there.map(({ userId, policy }) => [userId, policy]));
  const concerned = [...new Set([...before.keys(), ...existing.keys()])].sort((a, b) => a - b);
  const seeing = await seeingAmong(tx, concerned, to.stream, users);
  const nowSeconds = Math.floor(Date.now() / 1_000);
  for (const userId of concerned) {
    const policy = before.get(userId);
    const current = existing.get(userId) ?? Inherit;
    const wished = isJoining ? showingMore(policy ?? Inherit, current) : (policy ?? Inherit);
    const isChanged = seeing.has(userId) && wished !== current;
    const at = isChanged ? await storeWish(tx, userId, to, toKey, wished) : nowSeconds;
    const changes = [
      ...(policy === undefined ? [] : [{ streamId: from.stream.streamId, topic: from.topic, policy: Inherit }]),
      ...(isChanged ? [{ streamId: to.stream.streamId, topic: to.topic, policy: wished }] : []),
    ];
    const user = users.get(userId);
    const muted = user && changes.length > 0 ? await mutedTopics(tx, user) : [];
    for (const { policy: visibilityPolicy, ...place } of changes) {
      const userTopic = { ...place, visibilityPolicy, updatedAtSeconds: at };
      tx.record(realmId, UserTopicChanged.of({ userId, userTopic, mutedTopics: muted }));
    }
  }
}

/** Rather shown than hidden. */
const showingMore = (one: TopicVisibility, other: TopicVisibility): TopicVisibility =>
  [Unmuted, Inherit].find((policy) => policy === one || policy === other) ?? Muted;

/** Removes what users wish for the topic, and answers it. */
const takeWishes = (tx: Transaction, streamId: number, topicKey: string): Promise<Wish[]> =>
  tx.query<Wish>(
    `DELETE FROM user_topics t USING (
       SELECT user_id FROM user_topics WHERE stream_id = $1 AND topic_key = $2 ORDER BY user_id LIMIT $3) AS some_users
     WHERE t.stream_id = $1 AND t.topic_key = $2 AND t.user_id = some_users.user_id
     RETURNING t.user_id AS "userId", t.visibility_policy::int AS policy`,
    [streamId, topicKey, MAX_FOLLOWING],
  );

/** What is wished where the topic goes: by those whose wish was taken, and by others who wished nothing for the topic. */
const wishesThere = (
  tx: Transaction,
  from: { readonly streamId: number; readonly topicKey: string },
  { stream }: Place,
  topicKey: string,
  taken: readonly Wish[],
): Promise<Wish[]> =>
  tx.query<Wish>(
    `SELECT t.user_id AS "userId", t.visibility_policy::int AS policy FROM user_topics t
     WHERE t.stream_id = $1 AND t.topic_key = $2 AND NOT EXISTS (
       SELECT 1 FROM user_topics o WHERE o.user_id = t.user_id AND o.stream_id = $3 AND o.topic_key = $4)
     ORDER BY t.user_id = ANY ($5) DESC, t.user_id LIMIT $6`,
    [stream.streamId, topicKey, from.streamId, from.topicKey, taken.map(({ userId }) => userId), MAX_FOLLOWING],
  );

/** Answers when (UTC seconds). */
async function storeWish(
  tx: Transaction,
  userId: number,
  { stream, topic }: Place,
  topicKey: string,
  policy: TopicVisibility,
): Promise<number> {
  const place = [userId, stream.streamId, topicKey];
  const [row] =
    policy === Inherit
      ? await tx.query<{ at: number }>(
          `DELETE FROM user_topics WHERE user_id = $1 AND stream_id = $2 AND topic_key = $3
           RETURNING floor(extract(epoch FROM now()))::bigint AS at`,
          place,
        )
      : await tx.query<{ at: number }>(
          `INSERT INTO user_topics (user_id, stream_id, topic_key, topic, visibility_policy) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (user_id, stream_id, topic_key) DO UPDATE
           SET visibility_policy = excluded.visibility_policy, topic = excluded.topic, updated_at = now()
           RETURNING floor(extract(epoch FROM updated_at))::bigint AS at`,
          [...place, topic, policy],
        );
  return row?.at ?? 0;
}

/** Those of the users who see the stream: the others are told of nothing in it. */
async function seeingAmong(
  tx: Transaction,
  userIds: readonly number[],
  stream: StreamRecord,
  users: RealmUsers,
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ userId: number }>(
    'SELECT user_id AS "userId" FROM subscriptions WHERE stream_id = $1 AND user_id = ANY ($2) AND is_active',
    [stream.streamId, userIds],
  );
  const subscribed = new Set(rows.map(({ userId }) => userId));
  return new Set(userIds.filter((userId) => maySeeStream(users.get(userId) ?? null, stream, subscribed.has(userId))));
}
