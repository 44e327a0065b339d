import {
  badRequest,
  MAX_USER_TOPICS,
  type SetUserTopic,
  type StreamRecord,
  TopicVisibility,
  UserTopicChanged,
} from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { lockRealm } from '../message-order/realm-lock.js';
import { checkedTopic } from '../names/check-text.js';
import { StreamsProjection } from '../stream-records/streams.projection.js';
import { mutedTopics } from './muted-topics.js';

/** Visibility that users choose for single topics: muted, unmuted, or as the stream. */
@Injectable()
export class UserTopicsService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly streams: StreamsProjection,
  ) {}

  async set(request: SetUserTopic): Promise<void> {
    const { actor, topic, visibilityPolicy } = request;
    const stream = await this.streamOf(request);
    const name = checkedTopic(topic);
    await this.database.transaction(async (tx) => {
      // The event has the complete list of muted topics, so no other change of it may run meanwhile, nor a move of a topic.
      await lockRealm(tx, actor.realmId);
      const changedAt = await store(tx, actor.userId, stream.streamId, name, visibilityPolicy);
      if (changedAt === undefined) return;
      tx.record(
        actor.realmId,
        UserTopicChanged.of({
          userId: actor.userId,
          userTopic: { streamId: stream.streamId, topic: name, visibilityPolicy, updatedAtSeconds: changedAt },
          mutedTopics: await mutedTopics(tx, actor),
        }),
      );
    });
  }

  private async streamOf(request: SetUserTopic): Promise<StreamRecord> {
    const { actor, streamId, streamName, visibilityPolicy, mustBeSubscribed } = request;
    const isReset = visibilityPolicy === TopicVisibility.Inherit;
    const streams = await this.streams.of(actor.realmId);
    const stream = streamId === undefined ? streams.getByName((streamName as string).trim()) : streams.get(streamId);
    const accessed = await this.access.findStream(actor, stream, 'read');
    if (accessed && (accessed.isSubscribed || !mustBeSubscribed)) return accessed.stream;
    if (mustBeSubscribed && isReset) throw badRequest('Topic is not muted');
    // A user may reset a setting for a stream that is no longer visible.
    if (stream && !mustBeSubscribed && isReset && (await this.hasVisibility(request, stream))) return stream;
    throw badRequest(streamId === undefined ? `Invalid stream name '${streamName}'` : 'Invalid stream ID');
  }

  private async hasVisibility({ actor, topic }: SetUserTopic, { streamId }: StreamRecord): Promise<boolean> {
    const [row] = await this.database.query(
      'SELECT 1 FROM user_topics WHERE user_id = $1 AND stream_id = $2 AND topic_key = $3',
      [actor.userId, streamId, foldName(checkedTopic(topic))],
    );
    return row !== undefined;
  }
}

/** When it changed (UTC seconds); undefined if it was so before. */
async function store(
  tx: Transaction,
  userId: number,
  streamId: number,
  topic: string,
  policy: TopicVisibility,
): Promise<number | undefined> {
  const key = foldName(topic);
  if (policy === TopicVisibility.Inherit) {
    const [removed] = await tx.query<{ at: number }>(
      `DELETE FROM user_topics WHERE user_id = $1 AND stream_id = $2 AND topic_key = $3
       RETURNING floor(extract(epoch FROM now()))::bigint AS at`,
      [userId, streamId, key],
    );
    return removed?.at;
  }
  const [others] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM user_topics
     WHERE user_id = $1 AND (stream_id, topic_key) <> ($2, $3)`,
    [userId, streamId, key],
  );
  if ((others?.count ?? 0) >= MAX_USER_TOPICS) throw badRequest(`Too many muted topics (limit: ${MAX_USER_TOPICS})`);
  const [row] = await tx.query<{ at: number }>(
    `INSERT INTO user_topics AS t (user_id, stream_id, topic_key, topic, visibility_policy) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id, stream_id, topic_key) DO UPDATE
     SET visibility_policy = excluded.visibility_policy, topic = excluded.topic, updated_at = now()
     WHERE t.visibility_policy <> excluded.visibility_policy
     RETURNING floor(extract(epoch FROM updated_at))::bigint AS at`,
    [userId, streamId, key, topic, policy],
  );
  return row?.at;
}
