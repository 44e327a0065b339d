import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A place of messages: a stream, or the conversation of a group of users. */
@Entity('recipients')
export class RecipientEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint') realmId!: number;
  @Column('text') kind!: 'stream' | 'direct';
  /** The participants of a conversation; null for a stream. */
  @Column('bigint', { array: true, nullable: true }) userIds!: readonly number[] | null;
  /** Hash of the participants, unique in the realm; null for a stream. */
  @Column('bytea', { nullable: true }) directKey!: Buffer | null;
}

/** A user in a conversation. Inserted with the conversation by one statement. */
@Entity('direct_participants')
export class DirectParticipantEntity {
  @PrimaryColumn('bigint') userId!: number;
  @PrimaryColumn('bigint') recipientId!: number;
}
