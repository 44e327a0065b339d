import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('submessages')
export class SubmessageEntity {
  /** Rises in the order of the submessages of a message: they are inserted with the message, or behind the lock of its row. */
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint') messageId!: number;
  @Column('bigint') senderId!: number;
  @Column('text') msgType!: string;
  @Column('text') content!: string;
}
