import type { StreamRecord } from '@chat/contracts';
import type { Queryable } from '@chat/persistence';
import { STREAM_COLUMNS } from './stream-columns.js';

/** The realm's active streams with these folded names. */
export const readStreamsByKey = (
  queryable: Queryable,
  realmId: number,
  keys: readonly string[],
): Promise<StreamRecord[]> =>
  queryable.query<StreamRecord>(
    `SELECT ${STREAM_COLUMNS} FROM streams s
     WHERE s.realm_id = $1 AND s.name_key = ANY ($2) AND s.archived_at IS NULL ORDER BY s.id`,
    // PostgreSQL takes no null bytes, and no name has any.
    [realmId, keys.filter((key) => !key.includes('\0'))],
  );

/** The active stream as it is now. */
export async function readStream(
  queryable: Queryable,
  realmId: number,
  streamId: number,
): Promise<StreamRecord | undefined> {
  const [stream] = await queryable.query<StreamRecord>(
    `SELECT ${STREAM_COLUMNS} FROM streams s WHERE s.realm_id = $1 AND s.id = $2 AND s.archived_at IS NULL`,
    [realmId, streamId],
  );
  return stream;
}
