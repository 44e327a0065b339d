import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A person at an identity provider, bound to an account. An account has at most one of each provider. */
@Entity('identities')
export class IdentityEntity {
  @PrimaryGeneratedColumn({ type: 'int8', name: 'identity_id' }) identityId!: number;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
  @Column('bigint', { name: 'user_id' }) userId!: number;
  /** `oidc:<id>` or `saml:<id>`. */
  @Column('text') provider!: string;
  @Column('text') subject!: string;
  @Column('timestamptz', { name: 'linked_at' }) linkedAt!: Date;
}
