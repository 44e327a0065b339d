import { ForwardMigration } from '@chat/persistence';

/** The quota of a realm is in its record, which realm-settings owns. No release reads or writes this column. */
export class DropUnusedQuota1795653350000 extends ForwardMigration {
  readonly statements = ['ALTER TABLE realm_usage DROP COLUMN quota_mib'];
}
