import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity('realm_emoji')
export class RealmEmojiEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('text') name!: string;
  @Column('bigint', { name: 'author_id', nullable: true }) authorId!: number | null;
  @Column('text', { name: 'file_type' }) fileType!: 'png' | 'gif';
  @Column('boolean', { name: 'is_deactivated', default: false }) isDeactivated!: boolean;
}

/** Apart from the emoji, so that lists never read pictures. */
@Entity('realm_emoji_images')
export class RealmEmojiImageEntity {
  @PrimaryColumn('bigint', { name: 'emoji_id' }) emojiId!: number;
  @Column('bytea') image!: Buffer;
  /** The first frame of an animated picture. */
  @Column('bytea', { nullable: true }) still!: Buffer | null;
}
