import type { SessionKind } from '@chat/contracts';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A session or device key that has not ended. An expired session may still have its row. */
@Entity('sessions')
export class SessionEntity {
  @PrimaryGeneratedColumn({ type: 'int8', name: 'session_id' }) sessionId!: number;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('bigint', { name: 'user_id' }) userId!: number;
  /** SHA-256 of the token of a session; of a device key the HMAC by which API keys are found. */
  @Column('bytea', { name: 'token_hash', select: false }) tokenHash?: Buffer;
  @Column('text') kind!: SessionKind;
  @Column('text', { name: 'auth_method' }) authMethod!: string;
  @Column('text') device!: string;
  @Column('text', { name: 'ip_address' }) ipAddress!: string;
  /** The name that an identity provider gave its own session. */
  @Column('text', { name: 'provider_session_id', nullable: true }) providerSessionId?: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'last_used_at' }) lastUsedAt!: Date;
  /** An end that an identity provider set. */
  @Column('timestamptz', { name: 'ends_at', nullable: true }) endsAt?: Date | null;
}

@Entity('session_ends')
export class SessionEndsEntity {
  @PrimaryColumn('bigint', { name: 'user_id' }) userId!: number;
  @Column('bigint') ends!: number;
}
