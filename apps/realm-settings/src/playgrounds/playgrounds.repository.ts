import type { PlaygroundRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';

export type PlaygroundFields = Omit<PlaygroundRecord, 'id'>;

@Injectable()
export class PlaygroundsRepository {
  list(tx: Transaction, realmId: number): Promise<PlaygroundRecord[]> {
    return tx.query<PlaygroundRecord>(
      `SELECT id, name, highlighter_language AS "highlighterLanguage", url_prefix AS "urlPrefix"
       FROM playgrounds WHERE realm_id = $1 ORDER BY id`,
      [realmId],
    );
  }

  async count(tx: Transaction, realmId: number): Promise<number> {
    const [row] = await tx.query<{ count: number }>('SELECT count(*) FROM playgrounds WHERE realm_id = $1', [realmId]);
    return row?.count ?? 0;
  }

  /** Returns null if the realm has a playground with the language and name. */
  async insert(tx: Transaction, realmId: number, fields: PlaygroundFields): Promise<number | null> {
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO playgrounds (realm_id, name, highlighter_language, url_prefix) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING id`,
      [realmId, fields.name, fields.highlighterLanguage, fields.urlPrefix],
    );
    return row?.id ?? null;
  }

  /** Returns whether the realm had the playground. */
  async delete(tx: Transaction, realmId: number, id: number): Promise<boolean> {
    const deleted = await tx.query('DELETE FROM playgrounds WHERE realm_id = $1 AND id = $2 RETURNING id', [
      realmId,
      id,
    ]);
    return deleted.length > 0;
  }
}
