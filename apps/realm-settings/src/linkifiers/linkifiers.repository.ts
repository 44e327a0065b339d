import type { LinkifierRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';

type LinkifierFields = Pick<LinkifierRecord, 'pattern' | 'urlTemplate'>;

@Injectable()
export class LinkifiersRepository {
  /** Returns the linkifiers in the order in which they apply. */
  list(tx: Transaction, realmId: number): Promise<LinkifierRecord[]> {
    return tx.query<LinkifierRecord>(
      'SELECT id, pattern, url_template AS "urlTemplate" FROM linkifiers WHERE realm_id = $1 ORDER BY id',
      [realmId],
    );
  }

  async count(tx: Transaction, realmId: number): Promise<number> {
    const [row] = await tx.query<{ count: number }>('SELECT count(*) FROM linkifiers WHERE realm_id = $1', [realmId]);
    return row?.count ?? 0;
  }

  /** Returns null if the realm has the pattern. The unique index decides, so two simultaneous requests cannot both win. */
  async insert(tx: Transaction, realmId: number, fields: LinkifierFields): Promise<number | null> {
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO linkifiers (realm_id, pattern, url_template) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING id`,
      [realmId, fields.pattern, fields.urlTemplate],
    );
    return row?.id ?? null;
  }

  /** Returns whether the realm has the linkifier. Throws UNIQUE_VIOLATION if another linkifier has the pattern. */
  async update(tx: Transaction, realmId: number, id: number, fields: LinkifierFields): Promise<boolean> {
    const updated = await tx.query(
      'UPDATE linkifiers SET pattern = $3, url_template = $4 WHERE realm_id = $1 AND id = $2 RETURNING id',
      [realmId, id, fields.pattern, fields.urlTemplate],
    );
    return updated.length > 0;
  }

  /** Returns whether the realm had the linkifier. */
  async delete(tx: Transaction, realmId: number, id: number): Promise<boolean> {
    const deleted = await tx.query('DELETE FROM linkifiers WHERE realm_id = $1 AND id = $2 RETURNING id', [
      realmId,
      id,
    ]);
    return deleted.length > 0;
  }
}
