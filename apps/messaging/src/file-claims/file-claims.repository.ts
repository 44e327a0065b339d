import { Database, type Queryable } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { type Viewer, visibleMessages } from '../access/visible-messages.js';

@Injectable()
export class FileClaimsRepository {
  constructor(private readonly database: Database) {}

  /** Ids of the files that a visible message links. Raw SQL: {@link visibleMessages} is SQL. One query. */
  async readableAmong(
    viewer: Viewer | null,
    realmId: number,
    fileIds: readonly number[],
    queryable: Queryable = this.database,
  ): Promise<Set<number>> {
    const visible = visibleMessages(viewer, 3);
    const rows = await queryable.query<{ id: number }>(
      `SELECT f.id FROM unnest($1::bigint[]) AS f (id) WHERE EXISTS (
         SELECT 1 FROM file_claims c JOIN messages m ON m.id = c.message_id
         WHERE c.file_id = f.id AND c.realm_id = $2 AND m.realm_id = $2 AND ${visible.condition})`,
      [fileIds, realmId, ...visible.parameters],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Ids of the files that have a claim or a hold. Raw SQL: one query for both tables. */
  async usedAmong(realmId: number, fileIds: readonly number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT f.id FROM unnest($1::bigint[]) AS f (id)
       WHERE EXISTS (SELECT 1 FROM file_claims c WHERE c.file_id = f.id AND c.realm_id = $2)
         OR EXISTS (SELECT 1 FROM file_holds h WHERE h.file_id = f.id AND h.realm_id = $2)`,
      [fileIds, realmId],
    );
    return rows.map(({ id }) => id);
  }
}
