import type { BotTrigger } from '@chat/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Outcome } from './outcome.js';

/** A request to an outgoing webhook bot because of one message. */
@Entity('bot_requests')
export class BotRequestEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') realmId!: number;
  @Column('bigint') messageId!: number;
  @Column('bigint') botId!: number;
  @Column('bigint') senderId!: number;
  @Column('text') trigger!: BotTrigger;
  @Column({ type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  /** The next attempt; while a replica works on the request, the time at which another one takes it over. */
  @Column({ type: 'timestamptz', default: () => 'now()' }) dueAt!: Date;
  /** Tries that the bot did not answer. */
  @Column('smallint', { default: 0 }) failures!: number;
  /** Attempts that ended because another service was away, before the bot was tried or after its answer. */
  @Column('smallint', { default: 0 }) interruptions!: number;
  /** From the end of the last attempt until its messages are sent. Not jsonb, which refuses null characters. */
  @Column('json', { nullable: true }) outcome!: Outcome | null;
  @Column({ type: 'timestamptz', nullable: true }) finishedAt!: Date | null;
}
