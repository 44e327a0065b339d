import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Message id of the row for the hold of a file. */
export const HOLD = 0;

@Entity('claim_versions')
export class ClaimVersionEntity {
  @PrimaryColumn('bigint') fileId!: number;
  @PrimaryColumn('bigint') messageId!: number;
  @Column('bigint') version!: number;
  @Column({ type: 'timestamptz', default: () => 'now()' }) appliedAt!: Date;
}
