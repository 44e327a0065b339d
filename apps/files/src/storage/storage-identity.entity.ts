import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row identifies the storage that the installation uses. */
@Entity('storage_identity')
export class StorageIdentityEntity {
  @PrimaryColumn('boolean', { default: true }) isOnly!: boolean;
  @Column('text') id!: string;
}
