import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('muted_user')
export class MutedUserEntity {
  @PrimaryColumn('bigint') userId!: number;
  @PrimaryColumn('bigint') mutedUserId!: number;
  @Column('bigint', { name: 'muted_at' }) mutedAtSeconds!: number;
}
