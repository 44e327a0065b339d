import { ForwardMigration } from '@chat/persistence';

/** A search by address concerns all realms. */
export class SearchAccounts1795646000001 extends ForwardMigration {
  readonly statements = ['CREATE INDEX account_address_in_any_realm ON account (delivery_email_key)'];
}
