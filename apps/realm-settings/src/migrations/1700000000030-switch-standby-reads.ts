import { ForwardMigration } from '@chat/persistence';

export class SwitchStandbyReads1700000000030 extends ForwardMigration {
  readonly statements = ['ALTER TABLE realms ADD COLUMN reads_standbys boolean NOT NULL DEFAULT false'];
}
