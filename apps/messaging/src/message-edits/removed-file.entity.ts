import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file that was removed a short time ago. A message that was rendered before may claim it afterwards. */
@Entity('removed_files')
export class RemovedFileEntity {
  @PrimaryColumn('bigint', { name: 'file_id' }) fileId!: number;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('timestamptz', { name: 'removed_at' }) removedAt!: Date;
}
