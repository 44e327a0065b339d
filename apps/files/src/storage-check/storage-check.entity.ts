import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last check of the storage; one row. */
@Entity('storage_checks')
export class StorageCheckEntity {
  @PrimaryColumn('boolean', { default: true }) isLast!: boolean;
  @Column({ type: 'timestamptz', nullable: true }) startedAt!: Date | null;
  @Column('bigint', { default: 0 }) rowsWithoutBytes!: number;
}
