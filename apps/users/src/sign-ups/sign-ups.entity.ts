import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mailed link of a person that signs up without an invitation of the address. */
@Entity('sign_ups')
export class SignUpEntity {
  @PrimaryColumn('bytea', { name: 'key_hash' }) keyHash!: Buffer;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('text') email!: string;
  @Column('text', { name: 'email_key' }) emailKey!: string;
  /** The link for any number of people by which the person came. */
  @Column('bigint', { name: 'invitation_link_id', nullable: true }) invitationLinkId!: number | null;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}
