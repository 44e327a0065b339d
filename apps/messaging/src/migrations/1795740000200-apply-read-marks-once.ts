import { ForwardMigration } from '@chat/persistence';

/** State that lets each leaving and each muting mark messages as read once, however often its event is handled. */
export class ApplyReadMarksOnce1795740000200 extends ForwardMigration {
  readonly statements = [
    'ALTER TABLE subscriptions ADD COLUMN left_up_to bigint',
    `CREATE TABLE applied_mutes (
       user_id bigint NOT NULL,
       muted_user_id bigint NOT NULL,
       muted_at bigint NOT NULL,
       PRIMARY KEY (user_id, muted_user_id)
     )`,
  ];
}
