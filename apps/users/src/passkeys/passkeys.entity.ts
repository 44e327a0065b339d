import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The public key of a passkey. The private one never leaves the device. */
@Entity('passkeys')
export class PasskeyEntity {
  @PrimaryGeneratedColumn({ type: 'int8', name: 'passkey_id' }) passkeyId!: number;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('bigint', { name: 'user_id' }) userId!: number;
  /** The name that the device gave it. */
  @Column('bytea', { name: 'credential_id' }) credentialId!: Buffer;
  /** COSE. */
  @Column('bytea', { name: 'public_key' }) publicKey!: Buffer;
  /** Signatures so far, if the device counts; else 0. */
  @Column('bigint', { name: 'signature_count' }) signatureCount!: number;
  @Column('text') name!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'last_used_at', nullable: true }) lastUsedAt!: Date | null;
}
