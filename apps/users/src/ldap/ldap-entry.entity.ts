import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Entry of the LDAP server that an account belongs to. */
@Entity('directory_entry')
export class LdapEntryEntity {
  @PrimaryColumn('bigint') realmId!: number;
  /** The folded identifier that the LDAP server gives the entry. */
  @PrimaryColumn('text') subjectKey!: string;
  @Column('bigint') userId!: number;
  /** The folded distinguished name at the last sign-in. */
  @Column('text', { nullable: true }) dnKey!: string | null;
}
