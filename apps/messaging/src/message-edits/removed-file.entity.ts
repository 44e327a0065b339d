import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file that was removed a short time ago. A message that was rendered before may claim it afterwards. */
@Entity('removed_files')
export class RemovedFileEntity {
  @PrimaryColumn('bigint') fileId!: number;
  @Column('bigint') realmId!: number;
  @Column('timestamptz') removedAt!: Date;
}
