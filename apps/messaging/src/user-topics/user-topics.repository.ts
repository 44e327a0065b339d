import { badRequest, MAX_USER_TOPICS, TopicVisibility } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { UserTopicEntity } from './user-topic.entity.js';

@Injectable()
export class UserTopicsRepository {
  constructor(private readonly database: Database) {}

  exists(userId: number, streamId: number, topicKey: string): Promise<boolean> {
    return this.database.getRepository(UserTopicEntity).existsBy({ userId, streamId, topicKey });
  }

  /** Stores or, for `Inherit`, removes the visibility. Returns the time of the change (UTC seconds); undefined if nothing changed. */
  async store(
    tx: Transaction,
    userId: number,
    streamId: number,
    topic: string,
    policy: TopicVisibility,
  ): Promise<number | undefined> {
    const key = foldName(topic);
    if (policy === TopicVisibility.Inherit) return this.delete(tx, userId, streamId, key);
    await this.requireRoom(tx, userId, streamId, key);
    // One statement inserts, or updates a row of another policy only, by the clock of the database.
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

  private async delete(tx: Transaction, userId: number, streamId: number, key: string): Promise<number | undefined> {
    const [removed] = await tx.query<{ at: number }>(
      `DELETE FROM user_topics WHERE user_id = $1 AND stream_id = $2 AND topic_key = $3
       RETURNING floor(extract(epoch FROM now()))::bigint AS at`,
      [userId, streamId, key],
    );
    return removed?.at;
  }

  private async requireRoom(tx: Transaction, userId: number, streamId: number, topicKey: string): Promise<void> {
    const [others] = await tx.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM user_topics
       WHERE user_id = $1 AND (stream_id, topic_key) <> ($2, $3)`,
      [userId, streamId, topicKey],
    );
    const count = others?.count ?? 0;
    if (count >= MAX_USER_TOPICS) throw badRequest(`Too many muted topics (limit: ${MAX_USER_TOPICS})`);
  }
}
