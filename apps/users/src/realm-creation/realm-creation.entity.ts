import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mailed link for a new organization. */
@Entity('realm_requests')
export class RealmRequestEntity {
  @PrimaryColumn('bytea') keyHash!: Buffer;
  /** The realm of the host that the person asked at. */
  @Column('bigint') realmId!: number;
  @Column('text') email!: string;
  @Column('text') name!: string;
  @Column('integer') orgType!: number;
  @Column('text') subdomain!: string;
  /** Of CreateRealm, so that its repetition creates no second realm. */
  @Column('text') creationId!: string;
  @Column('timestamptz') expiresAt!: Date;
}

/** A link by which operators allow one new organization. */
@Entity('realm_creation_links')
export class RealmCreationLinkEntity {
  @PrimaryColumn('bytea') keyHash!: Buffer;
  @Column('timestamptz') expiresAt!: Date;
}
