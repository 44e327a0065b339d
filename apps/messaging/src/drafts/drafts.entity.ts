import type { Draft } from '@chat/contracts';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity('drafts')
export class DraftEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint') realmId!: number;
  @Column('bigint') userId!: number;
  @Column('text') type!: Draft['type'];
  @Column('bigint', { name: 'to_ids', array: true }) to!: readonly number[];
  @Column('text') topic!: string;
  @Column('text') content!: string;
  /** Last edit, in UTC seconds. */
  @Column('bigint', { name: 'edited_at' }) timestamp!: number;
  /** Only replicas of an earlier release read it. */
  @Column({ type: 'timestamptz', select: false, insert: false, update: false }) storedAt?: Date;
  /** Last event of the users service that the storing replica had applied. */
  @Column('bigint') usersSequence!: number;
}

/** The last event of the users service by which the user switched drafts off. */
@Entity('drafts_switched_off')
export class DraftsSwitchedOffEntity {
  @PrimaryColumn('bigint') userId!: number;
  @Column('bigint') usersSequence!: number;
}
