import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A person at an identity provider, bound to an account. An account has at most one of each provider. */
@Entity('identities')
export class IdentityEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) identityId!: number;
  @Column('bigint') realmId!: number;
  @Column('bigint') userId!: number;
  /** `oidc:<id>` or `saml:<id>`. */
  @Column('text') provider!: string;
  @Column('text') subject!: string;
  @Column('timestamptz') linkedAt!: Date;
}
