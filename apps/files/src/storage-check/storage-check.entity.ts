import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last check of the storage; one row. */
@Entity('storage_checks')
export class StorageCheckEntity {
  @PrimaryColumn('boolean', { name: 'is_last', default: true }) isLast!: boolean;
  @Column({ type: 'timestamptz', name: 'started_at', nullable: true }) startedAt!: Date | null;
  @Column('bigint', { name: 'rows_without_bytes', default: 0 }) rowsWithoutBytes!: number;
}
