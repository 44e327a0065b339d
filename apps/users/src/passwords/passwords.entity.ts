import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Accounts that never had a password have no row. */
@Entity('password')
export class PasswordEntity {
  @PrimaryColumn('bigint', { name: 'user_id' }) userId!: number;
  /** Argon2id in PHC form. */
  @Column('text') hash!: string;
  @Column('timestamptz', { name: 'changed_at' }) changedAt!: Date;
}
