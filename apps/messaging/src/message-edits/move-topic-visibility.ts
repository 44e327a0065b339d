import { maySeeStream, type StreamRecord, TopicVisibility } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { foldName } from '@chat/text';
import type { StreamReaders } from '../access/stream-readers.js';
import type { RealmUsers } from '../projections/realm-users.js';
import type { UserTopicEntity } from '../user-topics/user-topic.entity.js';
import { recordUserTopics, storeTopicVisibility } from '../user-topics/user-topics.repository.js';
import { hasOthers } from './message-edits.repository.js';

/** Settings that follow a topic in one move. Settings of further users stay with the old topic. */
const MAX_FOLLOWING = 1_000;

interface Place {
  readonly stream: StreamRecord;
  readonly topic: string;
}

type UserVisibility = Pick<UserTopicEntity, 'userId' | 'visibilityPolicy'>;

const { Inherit, Muted, Unmuted } = TopicVisibility;

/**
 * Moves the visibility that users chose for a topic along with its messages (`movedIds`). If the new topic has other messages, the
 * setting that shows more of the two counts; if not, an existing setting there meant messages that are gone.
 */
export async function moveTopicVisibility(
  tx: Transaction,
  readers: StreamReaders,
  realmId: number,
  from: Place,
  to: Place,
  movedIds: readonly number[],
  users: RealmUsers,
): Promise<void> {
  const [fromKey, toKey] = [foldName(from.topic), foldName(to.topic)];
  if (from.stream.streamId === to.stream.streamId && fromKey === toKey) return;
  const removed = await removeVisibility(tx, from.stream.streamId, fromKey);
  const isJoining = await hasOthers(tx, { recipientId: to.stream.recipientId, topicKey: toKey }, movedIds);
  const there = await visibilityThere(tx, { streamId: from.stream.streamId, topicKey: fromKey }, to, toKey, removed);
  const before = policies(removed);
  const existing = policies(there);
  const concerned = [...new Set([...before.keys(), ...existing.keys()])].sort((a, b) => a - b);
  const subscribed = await readers.subscribersAmong(to.stream.streamId, concerned, tx);
  const nowSeconds = Math.floor(Date.now() / 1_000);
  for (const userId of concerned) {
    const policy = before.get(userId) ?? Inherit;
    const current = existing.get(userId) ?? Inherit;
    const next = isJoining ? showingMore(policy, current) : policy;
    // Users receive no events of streams that they do not see.
    const isSeen = maySeeStream(users.get(userId) ?? null, to.stream, subscribed.has(userId));
    const isChanged = isSeen && next !== current;
    const changedAt = isChanged && (await storeTopicVisibility(tx, userId, to.stream.streamId, to.topic, next));
    const changes = [
      ...(before.has(userId) ? [{ streamId: from.stream.streamId, topic: from.topic, visibilityPolicy: Inherit }] : []),
      ...(isChanged ? [{ streamId: to.stream.streamId, topic: to.topic, visibilityPolicy: next }] : []),
    ];
    const topics = changes.map((change) => ({ ...change, updatedAtSeconds: changedAt || nowSeconds }));
    await recordUserTopics(tx, realmId, userId, topics, users);
  }
}

const policies = (settings: readonly UserVisibility[]) =>
  new Map(settings.map(({ userId, visibilityPolicy }) => [userId, visibilityPolicy]));

const showingMore = (one: TopicVisibility, other: TopicVisibility): TopicVisibility =>
  [Unmuted, Inherit].find((policy) => policy === one || policy === other) ?? Muted;

const removeVisibility = (tx: Transaction, streamId: number, topicKey: string): Promise<UserVisibility[]> =>
  tx.query<UserVisibility>(
    `DELETE FROM user_topics t USING (
       SELECT user_id FROM user_topics WHERE stream_id = $1 AND topic_key = $2 ORDER BY user_id LIMIT $3) AS some_users
     WHERE t.stream_id = $1 AND t.topic_key = $2 AND t.user_id = some_users.user_id
     RETURNING t.user_id AS "userId", t.visibility_policy::int AS "visibilityPolicy"`,
    [streamId, topicKey, MAX_FOLLOWING],
  );

/** Settings for the new topic, except of users that still have a setting for the old topic. */
const visibilityThere = (
  tx: Transaction,
  from: { readonly streamId: number; readonly topicKey: string },
  { stream }: Place,
  topicKey: string,
  removed: readonly UserVisibility[],
): Promise<UserVisibility[]> =>
  tx.query<UserVisibility>(
    `SELECT t.user_id AS "userId", t.visibility_policy::int AS "visibilityPolicy" FROM user_topics t
     WHERE t.stream_id = $1 AND t.topic_key = $2 AND NOT EXISTS (
       SELECT 1 FROM user_topics o WHERE o.user_id = t.user_id AND o.stream_id = $3 AND o.topic_key = $4)
     ORDER BY t.user_id = ANY ($5) DESC, t.user_id LIMIT $6`,
    [stream.streamId, topicKey, from.streamId, from.topicKey, removed.map(({ userId }) => userId), MAX_FOLLOWING],
  );
