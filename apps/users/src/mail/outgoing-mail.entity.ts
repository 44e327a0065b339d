import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A mail that the mail server has not taken yet. */
@Entity('outgoing_mail')
export class OutgoingMailEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('text') recipient!: string;
  @Column('text') sender!: string;
  @Column('text') subject!: string;
  @Column('text') body!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('integer') attempts!: number;
  @Column('timestamptz') nextAttemptAt!: Date;
}
