import type { ImageObject, ImagePurpose } from '@chat/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An uploaded icon, logo, avatar or emoji. */
@Entity('images')
export class ImageEntity {
  @PrimaryColumn('bigint') realmId!: number;
  @PrimaryColumn('text') purpose!: ImagePurpose;
  @PrimaryColumn('text') token!: string;
  /** Names of its pictures in the storage. */
  @Column('text', { array: true }) objects!: ImageObject[];
  /** When the sweep asks next whether the image is in use. */
  @Column('timestamptz') checkAt!: Date;
}
