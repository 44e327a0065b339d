import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An active or archived stream. Properties are named as in `StreamRecord`. */
@Entity('streams')
export class StreamEntity {
  @PrimaryGeneratedColumn({ type: 'int8', name: 'id' }) streamId!: number;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('bigint', { name: 'recipient_id' }) recipientId!: number;
  @Column('text') name!: string;
  /** The folded name, unique among the active streams of the realm. */
  @Column('text', { name: 'name_key' }) nameKey!: string;
  @Column('text') description!: string;
  @Column('text', { name: 'rendered_description' }) renderedDescription!: string;
  @Column('boolean', { name: 'is_private' }) isPrivate!: boolean;
  @Column('boolean', { name: 'is_web_public' }) isWebPublic!: boolean;
  @Column('boolean', { name: 'is_history_public' }) isHistoryPublicToSubscribers!: boolean;
  @Column('smallint', { name: 'post_policy' }) postPolicy!: number;
  /** Null: as the realm. */
  @Column('integer', { name: 'message_retention_days', nullable: true }) messageRetentionDays!: number | null;
  @Column('bigint', { name: 'can_remove_subscribers_group_id' }) canRemoveSubscribersGroupId!: number;
  @Column('text', { name: 'email_address' }) emailAddress!: string;
  @Column('bigint', { name: 'creator_id', nullable: true }) creatorId!: number | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'archived_at', nullable: true }) archivedAt!: Date | null;
  @Column('bigint', { name: 'first_message_id', nullable: true }) firstMessageId!: number | null;
  @Column('integer', { name: 'weekly_traffic', nullable: true }) weeklyTraffic!: number | null;
}
