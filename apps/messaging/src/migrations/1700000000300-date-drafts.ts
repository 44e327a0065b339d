import { ForwardMigration } from '@chat/persistence';

/** Time at which a draft arrived at the server, independent of the time that its client states. */
export class DateDrafts1700000000300 extends ForwardMigration {
  readonly statements = ['ALTER TABLE drafts ADD COLUMN stored_at timestamptz NOT NULL DEFAULT clock_timestamp()'];
}
