import type { ReactionKind } from '@chat/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The primary key makes a second identical reaction fail. */
@Entity('reactions')
export class ReactionEntity {
  @PrimaryColumn('bigint', { name: 'message_id' }) messageId!: number;
  @PrimaryColumn('bigint', { name: 'user_id' }) userId!: number;
  @PrimaryColumn('text', { name: 'reaction_type' }) reactionType!: ReactionKind;
  @PrimaryColumn('text', { name: 'emoji_code' }) emojiCode!: string;
  @Column('text', { name: 'emoji_name' }) emojiName!: string;
  /** Rises in the order of the reactions. PostgreSQL generates it. */
  @Column({ type: 'bigint', insert: false, update: false }) id!: number;
}
