import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The second factor of a person: an app with a secret, which shows codes. Not yet one without `confirmedAt`. */
@Entity('second_factors')
export class SecondFactorEntity {
  @PrimaryColumn('bigint', { name: 'user_id' }) userId!: number;
  /** Base32, sealed. */
  @Column('bytea') secret!: Buffer;
  /** The session or sign-in that began the set-up. */
  @Column('text', { name: 'begun_by' }) begunBy!: string;
  @Column('timestamptz', { name: 'begun_at' }) begunAt!: Date;
  @Column('timestamptz', { name: 'confirmed_at', nullable: true }) confirmedAt!: Date | null;
  /** Step of 30 s of the last used code: this code and older ones do not work. */
  @Column('bigint', { name: 'last_step', nullable: true }) lastStep!: number | null;
}

/** A recovery code that was not used. */
@Entity('recovery_codes')
export class RecoveryCodeEntity {
  @PrimaryColumn('bigint', { name: 'user_id' }) userId!: number;
  /** SHA-256 of 80 random bits. */
  @PrimaryColumn('bytea', { name: 'code_hash' }) codeHash!: Buffer;
}
