import { ForwardMigration } from '@chat/persistence';

export class UploadQuotas1795652100000 extends ForwardMigration {
  readonly statements = ['ALTER TABLE realms ADD COLUMN upload_quota_mib bigint'];
}
