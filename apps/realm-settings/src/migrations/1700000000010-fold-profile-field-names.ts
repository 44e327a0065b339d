import { ForwardMigration } from '@chat/persistence';
import { foldName } from '@chat/text';
import type { QueryRunner } from 'typeorm';

/**
 * Folds the stored names of profile fields like the other services fold names ("Straße" is "STRASSE"). A field keeps its key if
 * another field of the realm has the new key.
 */
export class FoldProfileFieldNames1700000000010 extends ForwardMigration {
  readonly statements = [];

  override async up(runner: QueryRunner): Promise<void> {
    const fields: { id: number; realmId: number; key: string }[] = await runner.query(
      `SELECT id, realm_id AS "realmId", name_key AS key FROM profile_fields WHERE name_key ~ '[^ -~]' ORDER BY id`,
    );
    for (const { id, realmId, key } of fields) {
      const folded = foldName(key);
      if (folded === key) continue;
      await runner.query(
        `UPDATE profile_fields SET name_key = $3 WHERE id = $1
         AND NOT EXISTS (SELECT 1 FROM profile_fields other WHERE other.realm_id = $2 AND other.name_key = $3)`,
        [id, realmId, folded],
      );
    }
  }
}
