import { ForwardMigration } from '@chat/persistence';

/** The search for an active user with a name, in any letter case and Unicode form. Only the beginning, because entries of an index are short. */
export class IndexNames1795720000100 extends ForwardMigration {
  readonly statements = [
    `CREATE INDEX account_name ON account
       (realm_id, left(btrim(normalize(lower(upper(lower(normalize(full_name, NFKC) COLLATE pg_unicode_fast))), NFKC)), 100))
     WHERE is_active`,
  ];
}
