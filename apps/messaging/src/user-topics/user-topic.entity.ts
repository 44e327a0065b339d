import type { TopicVisibility } from '@chat/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Visibility that a user chose for a topic. No row: as the stream. */
@Entity('user_topics')
export class UserTopicEntity {
  @PrimaryColumn('bigint') userId!: number;
  @PrimaryColumn('bigint') streamId!: number;
  /** The folded topic. */
  @PrimaryColumn('text') topicKey!: string;
  @Column('text') topic!: string;
  @Column('smallint') visibilityPolicy!: TopicVisibility;
  @Column({ type: 'timestamptz', insert: false }) updatedAt!: Date;
}
