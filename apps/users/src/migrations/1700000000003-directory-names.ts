import { ForwardMigration } from '@chat/persistence';

/** The place of an account's LDAP entry, so that failed tries count for the account under every name of the entry. */
export class DirectoryNames1700000000003 extends ForwardMigration {
  readonly statements = [
    'ALTER TABLE directory_entry ADD COLUMN dn_key text',
    'CREATE INDEX directory_entry_dn ON directory_entry (realm_id, dn_key)',
  ];
}
