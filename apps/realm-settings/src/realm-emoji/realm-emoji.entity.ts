import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('realm_emoji')
export class RealmEmojiEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint') realmId!: number;
  @Column('text') name!: string;
  @Column('bigint', { nullable: true }) authorId!: number | null;
  @Column('text') fileType!: 'png' | 'gif';
  /** Image of the files service. Null: the picture is only in `realm_emoji_images`. */
  @Column('text', { nullable: true }) imageToken!: string | null;
  @Column('boolean', { default: false }) isDeactivated!: boolean;
}
