import type { MessageType } from '@chat/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A waiting or failed message, or one that was delivered within the last day. */
@Entity('scheduled_messages')
export class ScheduledMessageEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint') realmId!: number;
  @Column('bigint') senderId!: number;
  @Column('text') type!: MessageType;
  @Column('bigint', { name: 'to_ids', array: true }) to!: readonly number[];
  @Column('text') topic!: string;
  @Column('text') content!: string;
  @Column('text') renderedContent!: string;
  @Column('text') clientName!: string;
  @Column('timestamptz') deliverAt!: Date;
  /** Equals `deliverAt` until a delivery fails for a reason of the server. */
  @Column('timestamptz') dueAt!: Date;
  @Column('smallint') attempts!: number;
  /** Rises with every edit: a delivery prepared for another revision stops. */
  @Column('integer') revision!: number;
  @Column('text') status!: 'waiting' | 'delivered' | 'failed';
  @Column('text', { nullable: true }) failureReason!: string | null;
  @Column('bigint', { nullable: true }) messageId!: number | null;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
