import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The latest muting that has marked the earlier messages of the muted user as read. */
@Entity('applied_mutes')
export class AppliedMuteEntity {
  @PrimaryColumn('bigint', { name: 'user_id' }) userId!: number;
  @PrimaryColumn('bigint', { name: 'muted_user_id' }) mutedUserId!: number;
  @Column('bigint', { name: 'muted_at' }) mutedAtSeconds!: number;
}
