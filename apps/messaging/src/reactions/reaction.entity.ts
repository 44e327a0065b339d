import type { ReactionKind } from '@chat/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The primary key makes a second identical reaction fail. */
@Entity('reactions')
export class ReactionEntity {
  @PrimaryColumn('bigint') messageId!: number;
  @PrimaryColumn('bigint') userId!: number;
  @PrimaryColumn('text') reactionType!: ReactionKind;
  @PrimaryColumn('text') emojiCode!: string;
  @Column('text') emojiName!: string;
  /** Rises in the order of the reactions. PostgreSQL generates it. */
  @Column({ type: 'bigint', insert: false, update: false }) id!: number;
}
