import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Entry of the LDAP directory that an account belongs to. */
@Entity('directory_entry')
export class DirectoryEntryEntity {
  @PrimaryColumn('bigint', { name: 'realm_id' }) realmId!: number;
  /** The folded identifier that the directory gives the entry. */
  @PrimaryColumn('text', { name: 'subject_key' }) subjectKey!: string;
  @Column('bigint', { name: 'user_id' }) userId!: number;
  /** The folded distinguished name at the last sign-in. */
  @Column('text', { name: 'dn_key', nullable: true }) dnKey!: string | null;
}
