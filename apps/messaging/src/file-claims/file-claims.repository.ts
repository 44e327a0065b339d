import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { Viewer } from '../access/visible-messages.js';
import { readableClaim } from './readable-claims.js';

@Injectable()
export class FileClaimsRepository {
  constructor(private readonly database: Database) {}

  /** Ids of the files that a visible message claims. Raw SQL: {@link readableClaim} is SQL. One query. */
  async readableAmong(viewer: Viewer | null, realmId: number, fileIds: readonly number[]): Promise<Set<number>> {
    const { sql, parameters } = readableStatement(viewer, realmId, fileIds);
    const rows = await this.database.queryPrepared<{ id: number }>(sql, parameters);
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

export function readableStatement(viewer: Viewer | null, realmId: number, fileIds: readonly number[]) {
  const readable = readableClaim(viewer, 3, { file: 'f.id', realm: '$2' });
  return {
    sql: `SELECT f.id FROM unnest($1::bigint[]) AS f (id) WHERE ${readable.condition}`,
    parameters: [fileIds, realmId, ...readable.parameters],
  };
}
