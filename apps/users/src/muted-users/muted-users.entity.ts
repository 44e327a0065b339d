import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('muted_user')
export class MutedUserEntity {
  @PrimaryColumn('bigint', { name: 'user_id' }) userId!: number;
  @PrimaryColumn('bigint', { name: 'muted_user_id' }) mutedUserId!: number;
  @Column('bigint', { name: 'muted_at' }) mutedAtSeconds!: number;
}
