import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The public key of a passkey. The private one never leaves the device. */
@Entity('passkeys')
export class PasskeyEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) passkeyId!: number;
  @Column('bigint') realmId!: number;
  @Column('bigint') userId!: number;
  /** The name that the device gave it. */
  @Column('bytea') credentialId!: Buffer;
  /** COSE. */
  @Column('bytea') publicKey!: Buffer;
  /** Signatures so far, if the device counts; else 0. */
  @Column('bigint') signatureCount!: number;
  @Column('text') name!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null;
}
