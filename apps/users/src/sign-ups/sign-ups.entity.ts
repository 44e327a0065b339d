import type { AccountSync, Claims } from '@chat/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person as an identity provider describes them. */
export interface ProvidedPerson {
  readonly provider: string;
  readonly subject: string;
  /** Empty if the provider knows no name. */
  readonly fullName: string;
  /** The person cannot change the name. */
  readonly fullNameIsFixed: boolean;
  readonly sync: AccountSync | null;
  readonly claims: Claims;
}

/** A mailed link of a person that signs up without an invitation of the address. */
@Entity('sign_ups')
export class SignUpEntity {
  @PrimaryColumn('bytea') keyHash!: Buffer;
  @Column('bigint') realmId!: number;
  @Column('text') email!: string;
  @Column('text') emailKey!: string;
  /** The link for any number of people by which the person came. */
  @Column('bigint', { nullable: true }) invitationLinkId!: number | null;
  /** Of a person that came by a provider, which proved the address: the link was not mailed. */
  @Column('json', { nullable: true }) provided!: ProvidedPerson | null;
  @Column('timestamptz') expiresAt!: Date;
}
