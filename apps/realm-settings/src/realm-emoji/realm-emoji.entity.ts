import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('realm_emoji')
export class RealmEmojiEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('text') name!: string;
  @Column('bigint', { name: 'author_id', nullable: true }) authorId!: number | null;
  @Column('text', { name: 'file_type' }) fileType!: 'png' | 'gif';
  /** Image of the files service. Null: the picture is only in `realm_emoji_images`. */
  @Column('text', { name: 'image_token', nullable: true }) imageToken!: string | null;
  @Column('boolean', { name: 'is_deactivated', default: false }) isDeactivated!: boolean;
}
