import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An active or archived stream. Properties are named as in `StreamRecord`. */
@Entity('streams')
export class StreamEntity {
  @PrimaryGeneratedColumn({ type: 'int8', name: 'id' }) streamId!: number;
  @Column('bigint') realmId!: number;
  @Column('bigint') recipientId!: number;
  @Column('text') name!: string;
  /** The folded name, unique among the active streams of the realm. */
  @Column('text') nameKey!: string;
  @Column('text') description!: string;
  @Column('text') renderedDescription!: string;
  @Column('boolean') isPrivate!: boolean;
  @Column('boolean') isWebPublic!: boolean;
  @Column('boolean', { name: 'is_history_public' }) isHistoryPublicToSubscribers!: boolean;
  @Column('smallint') postPolicy!: number;
  /** Null: as the realm. */
  @Column('integer', { nullable: true }) messageRetentionDays!: number | null;
  @Column('bigint') canRemoveSubscribersGroupId!: number;
  @Column('text') emailAddress!: string;
  @Column('bigint', { nullable: true }) creatorId!: number | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz', { nullable: true }) archivedAt!: Date | null;
  @Column('bigint', { nullable: true }) firstMessageId!: number | null;
  @Column('integer', { nullable: true }) weeklyTraffic!: number | null;
}
