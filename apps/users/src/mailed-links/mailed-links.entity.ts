import { Column, Entity, PrimaryColumn } from 'typeorm';

export type LinkPurpose = 'email change' | 'password reset';

@Entity('mailed_link')
export class MailedLinkEntity {
  @PrimaryColumn('bytea', { name: 'token_hash' }) tokenHash!: Buffer;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('bigint', { name: 'user_id' }) userId!: number;
  @Column('text') purpose!: LinkPurpose;
  @Column('text', { name: 'new_email', nullable: true }) newEmail!: string | null;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}
