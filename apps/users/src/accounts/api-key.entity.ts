import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The API key of an account, as `ApiKeyVault` seals it. */
@Entity('api_key')
export class ApiKeyEntity {
  @PrimaryColumn('bigint', { name: 'user_id' }) userId!: number;
  @Column('bytea', { name: 'key_index' }) index!: Buffer;
  @Column('bytea', { name: 'key_encrypted' }) encrypted!: Buffer;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}
