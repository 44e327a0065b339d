import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The latest muting that has marked the earlier messages of the muted user as read. */
@Entity('applied_mutes')
export class AppliedMuteEntity {
  @PrimaryColumn('bigint') userId!: number;
  @PrimaryColumn('bigint') mutedUserId!: number;
  @Column('bigint', { name: 'muted_at' }) mutedAtSeconds!: number;
}
