import { ForwardMigration } from '@chat/persistence';

/** Administrators see all bots of a realm, which are few among its accounts. */
export class Bots1700000000004 extends ForwardMigration {
  readonly statements = ['CREATE INDEX account_bots ON account (realm_id, user_id) WHERE is_bot AND NOT is_system_bot'];
}
