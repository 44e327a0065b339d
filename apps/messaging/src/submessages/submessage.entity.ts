import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('submessages')
export class SubmessageEntity {
  /** Rises in the order of the submessages of a message: they are inserted with the message, or behind the lock of its row. */
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint', { name: 'message_id' }) messageId!: number;
  @Column('bigint', { name: 'sender_id' }) senderId!: number;
  @Column('text', { name: 'msg_type' }) msgType!: string;
  @Column('text') content!: string;
}
