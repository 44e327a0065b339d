import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mailed link for a new organization. */
@Entity('realm_requests')
export class RealmRequestEntity {
  @PrimaryColumn('bytea', { name: 'key_hash' }) keyHash!: Buffer;
  /** The realm of the host that the person asked at. */
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('text') email!: string;
  @Column('text') name!: string;
  @Column('integer', { name: 'org_type' }) orgType!: number;
  @Column('text') subdomain!: string;
  /** Of CreateRealm, so that its repetition creates no second realm. */
  @Column('text', { name: 'creation_id' }) creationId!: string;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}

/** A link by which operators allow one new organization. */
@Entity('realm_creation_links')
export class RealmCreationLinkEntity {
  @PrimaryColumn('bytea', { name: 'key_hash' }) keyHash!: Buffer;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}
