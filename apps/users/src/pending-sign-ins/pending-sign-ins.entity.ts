import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sign-in after the password, or another first proof, that waits for the second factor. */
@Entity('pending_sign_ins')
export class PendingSignInEntity {
  /** SHA-256 of the token of the browser. */
  @PrimaryColumn('bytea') tokenHash!: Buffer;
  @Column('bigint') realmId!: number;
  @Column('bigint') userId!: number;
  @Column('text') authMethod!: string;
  @Column('text', { nullable: true }) providerSessionId!: string | null;
  @Column('timestamptz', { nullable: true }) endsAt!: Date | null;
  /** The person has just set up the second factor. */
  @Column('boolean', { default: false }) isProved!: boolean;
  @Column('timestamptz') createdAt!: Date;
}
