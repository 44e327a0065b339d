import type { SessionKind } from '@chat/contracts';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A session or device key that has not ended. An expired session may still have its row. */
@Entity('sessions')
export class SessionEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) sessionId!: number;
  @Column('bigint') realmId!: number;
  @Column('bigint') userId!: number;
  /** SHA-256 of the token of a session; of a device key the HMAC by which API keys are found. */
  @Column('bytea', { select: false }) tokenHash?: Buffer;
  @Column('text') kind!: SessionKind;
  @Column('text') authMethod!: string;
  @Column('text') device!: string;
  @Column('text') ipAddress!: string;
  /** The name that an identity provider gave its own session. */
  @Column('text', { nullable: true }) providerSessionId?: string | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') lastUsedAt!: Date;
  /** An end that an identity provider set. */
  @Column('timestamptz', { nullable: true }) endsAt?: Date | null;
}

@Entity('session_ends')
export class SessionEndsEntity {
  @PrimaryColumn('bigint') userId!: number;
  @Column('bigint') ends!: number;
}
