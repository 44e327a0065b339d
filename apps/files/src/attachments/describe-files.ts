import { setting } from '@chat/configuration';
import { LASTING_FACTS_SECONDS, type LinkedFile } from '@chat/contracts';
import type { Database } from '@chat/persistence';
import { PREVIEW_LATE_SECONDS } from '../pictures/picture-limits.js';

/** A file that the sweep could delete within an hour is marked; other files have time enough for a link to arrive. */
const MARKED_BEFORE_SWEEP = `interval '1 hour'`;

/*
 * Raw SQL: every message with a link waits for this one query. A preview counts as pending only if it is late, since a reader of the thumbnail
 * makes it at once.
 */
const DESCRIBE = `
  SELECT f.id AS "fileId", f.owner_id AS "ownerId", f.path_id AS "pathId", f.content_type AS "contentType", f.picture, p.transcoded,
    CASE WHEN p.file_id IS NULL THEN 'none'
      WHEN p.made_at IS NULL AND p.pending_since < now() - make_interval(secs => ${PREVIEW_LATE_SECONDS}) THEN 'pending'
      ELSE 'ready' END AS preview,
    coalesce(f.unlinked_since, now()) < now() - make_interval(days => $3) + ${MARKED_BEFORE_SWEEP} AS "isMarked",
    (p.file_id IS NULL OR p.made_at IS NOT NULL) AND coalesce(f.unlinked_since, now()) > now() - make_interval(days => $3)
      + ${MARKED_BEFORE_SWEEP} + make_interval(secs => ${LASTING_FACTS_SECONDS}) AS "isLasting"
  FROM files f LEFT JOIN previews p ON p.file_id = f.id
  WHERE f.realm_id = $1 AND f.path_id = ANY ($2::text[]) AND f.state = 'ready'`;

type Described = LinkedFile & { readonly isMarked: boolean };

/** The ready files among the paths. The sweep spares them for LINK_GRACE_SECONDS. */
export async function describeFiles(
  database: Database,
  realmId: number,
  pathIds: readonly string[],
): Promise<LinkedFile[]> {
  const parameters = [realmId, pathIds, setting('UNCLAIMED_FILES_DAYS')];
  const described = await database.queryPrepared<Described>(DESCRIBE, parameters);
  const marked = described.filter(({ isMarked }) => isMarked).map(({ fileId }) => fileId);
  const left = marked.length === 0 ? [] : await markDescribed(database, marked);
  return described
    .filter(({ isMarked, fileId }) => !isMarked || left.includes(fileId))
    .map(({ isMarked, ...file }) => file);
}

/** Returns those that the sweep has not deleted meanwhile. */
async function markDescribed(database: Database, fileIds: readonly number[]): Promise<number[]> {
  const rows = await database.transaction((tx) =>
    tx.query<{ id: number }>(
      `UPDATE files SET described_at = now() WHERE id = ANY ($1) AND state = 'ready' RETURNING id`,
      [fileIds],
    ),
  );
  return rows.map(({ id }) => id);
}
