import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The second factor of a person: an app with a secret, which shows codes. Not yet one without `confirmedAt`. */
@Entity('second_factors')
export class SecondFactorEntity {
  @PrimaryColumn('bigint') userId!: number;
  /** Base32, sealed. */
  @Column('bytea') secret!: Buffer;
  /** The session or sign-in that began the set-up. */
  @Column('text') begunBy!: string;
  @Column('timestamptz') begunAt!: Date;
  @Column('timestamptz', { nullable: true }) confirmedAt!: Date | null;
  /** Step of 30 s of the last used code: this code and older ones do not work. */
  @Column('bigint', { nullable: true }) lastStep!: number | null;
}

/** A recovery code that was not used. */
@Entity('recovery_codes')
export class RecoveryCodeEntity {
  @PrimaryColumn('bigint') userId!: number;
  /** SHA-256 of 80 random bits. */
  @PrimaryColumn('bytea') codeHash!: Buffer;
}
