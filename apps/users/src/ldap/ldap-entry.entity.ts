import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Entry of the LDAP server that an account belongs to. */
@Entity('directory_entry')
export class LdapEntryEntity {
  @PrimaryColumn('bigint', { name: 'realm_id' }) realmId!: number;
  /** The folded identifier that the LDAP server gives the entry. */
  @PrimaryColumn('text', { name: 'subject_key' }) subjectKey!: string;
  @Column('bigint', { name: 'user_id' }) userId!: number;
  /** The folded distinguished name at the last sign-in. */
  @Column('text', { name: 'dn_key', nullable: true }) dnKey!: string | null;
}
