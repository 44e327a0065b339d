import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sign-in after the password, or another first proof, that waits for the second factor. */
@Entity('pending_sign_ins')
export class PendingSignInEntity {
  /** SHA-256 of the token of the browser. */
  @PrimaryColumn('bytea', { name: 'token_hash' }) tokenHash!: Buffer;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('bigint', { name: 'user_id' }) userId!: number;
  @Column('text', { name: 'auth_method' }) authMethod!: string;
  @Column('text', { name: 'provider_session_id', nullable: true }) providerSessionId!: string | null;
  @Column('timestamptz', { name: 'ends_at', nullable: true }) endsAt!: Date | null;
  /** The person has just set up the second factor. */
  @Column('boolean', { name: 'is_proved', default: false }) isProved!: boolean;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}
