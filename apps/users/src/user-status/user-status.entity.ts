import type { ReactionKind } from '@chat/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Text and emoji of a status. Users without both have no row. */
@Entity('user_status')
export class UserStatusEntity {
  @PrimaryColumn('bigint') userId!: number;
  @Column('bigint') realmId!: number;
  @Column('text') text!: string;
  @Column('text', { nullable: true }) emojiName!: string | null;
  @Column('text', { nullable: true }) emojiCode!: string | null;
  @Column('text', { nullable: true }) emojiKind!: ReactionKind | null;
  @Column('bigint', { nullable: true }) endsAtSeconds!: number | null;
}
