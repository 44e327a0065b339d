import { ForwardMigration } from '@chat/persistence';
import { foldName } from '@chat/text';
import type { QueryRunner } from 'typeorm';

const KEYS = [
  ['account', 'realm_id', 'delivery_email_key'],
  ['account', 'realm_id', 'email_key'],
  ['user_group', 'realm_id', 'name_key'],
  ['directory_entry', 'realm_id', 'subject_key'],
  ['directory_entry', 'user_id', 'dn_key'],
] as const;

/**
 * Folds stored keys like the other services do: "ẞ" became "ß" so far and becomes "ss", as "ß" always did. A row keeps its key if
 * another row has the new key.
 */
export class FoldSharpS1700000000005 extends ForwardMigration {
  readonly statements = [];

  override async up(runner: QueryRunner): Promise<void> {
    for (const [table, scope, column] of KEYS) {
      const rows: { scope: number; key: string }[] = await runner.query(
        `SELECT ${scope} AS scope, ${column} AS key FROM ${table} WHERE ${column} LIKE '%ß%' ORDER BY ${scope}, ${column}`,
      );
      for (const row of rows) {
        await runner.query(
          `UPDATE ${table} SET ${column} = $3 WHERE ${scope} = $1 AND ${column} = $2
           AND NOT EXISTS (SELECT 1 FROM ${table} other WHERE other.${scope} = $1 AND other.${column} = $3)`,
          [row.scope, row.key, foldName(row.key)],
        );
      }
    }
  }
}
