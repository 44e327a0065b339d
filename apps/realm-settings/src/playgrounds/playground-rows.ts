import type { PlaygroundRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';

export function readPlaygrounds(tx: Pick<Transaction, 'query'>, realmId: number): Promise<PlaygroundRecord[]> {
  return tx.query<PlaygroundRecord>(
    `SELECT id, name, highlighter_language AS "highlighterLanguage", url_prefix AS "urlPrefix"
     FROM playgrounds WHERE realm_id = $1 ORDER BY id`,
    [realmId],
  );
}
