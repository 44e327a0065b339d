import type { MessageType } from '@chat/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A waiting or failed message, or one that was delivered within the last day. */
@Entity('scheduled_messages')
export class ScheduledMessageEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('bigint', { name: 'sender_id' }) senderId!: number;
  @Column('text') type!: MessageType;
  @Column('bigint', { name: 'to_ids', array: true }) to!: readonly number[];
  @Column('text') topic!: string;
  @Column('text') content!: string;
  @Column('text', { name: 'rendered_content' }) renderedContent!: string;
  @Column('text', { name: 'client_name' }) clientName!: string;
  @Column('timestamptz', { name: 'deliver_at' }) deliverAt!: Date;
  /** Equals `deliverAt` until a delivery fails for a reason of the server. */
  @Column('timestamptz', { name: 'due_at' }) dueAt!: Date;
  @Column('smallint') attempts!: number;
  /** Rises with every edit: a delivery prepared for another revision stops. */
  @Column('integer') revision!: number;
  @Column('text') status!: 'waiting' | 'delivered' | 'failed';
  @Column('text', { name: 'failure_reason', nullable: true }) failureReason!: string | null;
  @Column('bigint', { name: 'message_id', nullable: true }) messageId!: number | null;
  @Column('timestamptz', { name: 'finished_at', nullable: true }) finishedAt!: Date | null;
}
