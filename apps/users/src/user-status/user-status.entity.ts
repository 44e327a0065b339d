import type { ReactionKind } from '@chat/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Text and emoji of a status. Users without both have no row. */
@Entity('user_status')
export class UserStatusEntity {
  @PrimaryColumn('bigint', { name: 'user_id' }) userId!: number;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('text') text!: string;
  @Column('text', { name: 'emoji_name', nullable: true }) emojiName!: string | null;
  @Column('text', { name: 'emoji_code', nullable: true }) emojiCode!: string | null;
  @Column('text', { name: 'emoji_kind', nullable: true }) emojiKind!: ReactionKind | null;
  @Column('bigint', { name: 'ends_at_seconds', nullable: true }) endsAtSeconds!: number | null;
}
