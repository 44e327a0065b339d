import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Message id of the row for the hold of a file. */
export const HOLD = 0;

@Entity('claim_versions')
export class ClaimVersionEntity {
  @PrimaryColumn('bigint', { name: 'file_id' }) fileId!: number;
  @PrimaryColumn('bigint', { name: 'message_id' }) messageId!: number;
  @Column('bigint') version!: number;
  @Column({ type: 'timestamptz', name: 'applied_at', default: () => 'now()' }) appliedAt!: Date;
}
