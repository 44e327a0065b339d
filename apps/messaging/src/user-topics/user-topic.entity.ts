import type { TopicVisibility } from '@chat/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Visibility that a user chose for a topic. No row: as the stream. */
@Entity('user_topics')
export class UserTopicEntity {
  @PrimaryColumn('bigint', { name: 'user_id' }) userId!: number;
  @PrimaryColumn('bigint', { name: 'stream_id' }) streamId!: number;
  /** The folded topic. */
  @PrimaryColumn('text', { name: 'topic_key' }) topicKey!: string;
  @Column('text') topic!: string;
  @Column('smallint', { name: 'visibility_policy' }) visibilityPolicy!: TopicVisibility;
  @Column({ type: 'timestamptz', name: 'updated_at', insert: false }) updatedAt!: Date;
}
