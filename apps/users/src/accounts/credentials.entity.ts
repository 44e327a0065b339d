import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The API key of an account, as `ApiKeyVault` seals it. */
@Entity('api_key')
export class ApiKeyEntity {
  @PrimaryColumn('bigint', { name: 'user_id' }) userId!: number;
  @Column('bytea', { name: 'key_index' }) index!: Buffer;
  @Column('bytea', { name: 'key_encrypted' }) encrypted!: Buffer;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}

/** Accounts that never had a password have no row. */
@Entity('password')
export class PasswordEntity {
  @PrimaryColumn('bigint', { name: 'user_id' }) userId!: number;
  /** Argon2id in PHC form. */
  @Column('text') hash!: string;
  @Column('timestamptz', { name: 'changed_at' }) changedAt!: Date;
}
