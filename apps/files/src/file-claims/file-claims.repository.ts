import type { FileClaim, FileClaimsChange, FileHold, RemovedFileClaim } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { HOLD } from './claim-version.entity.js';

/*
 * Raw SQL: each statement changes the rows of all claims of a change.
 */

/** Old rows of `claim_versions` that one change deletes. */
const FORGOTTEN_PER_CHANGE = 1_000;

/** Locks the ready files among `fileIds` until the commit and returns their ids. */
export async function lockFiles(tx: Transaction, realmId: number, fileIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>(
    `SELECT id FROM files WHERE realm_id = $1 AND id = ANY ($2) AND state = 'ready' ORDER BY id FOR UPDATE`,
    [realmId, fileIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The part of a change of locked files that no newer change has overtaken. Remembers its version. */
export async function newerPart(
  tx: Transaction,
  change: FileClaimsChange,
  locked: ReadonlySet<number>,
): Promise<FileClaimsChange> {
  const keys = [...change.added, ...change.removed, ...change.holds.map(({ fileId }) => ({ fileId, messageId: HOLD }))];
  const known = keys.filter(({ fileId }) => locked.has(fileId));
  const rows = await tx.query<RemovedFileClaim>(
    `INSERT INTO claim_versions AS v (file_id, message_id, version)
     SELECT file_id, message_id, $3 FROM unnest($1::bigint[], $2::bigint[]) AS given (file_id, message_id)
     ON CONFLICT (file_id, message_id) DO UPDATE SET version = excluded.version, applied_at = now()
     WHERE v.version < excluded.version
     RETURNING file_id AS "fileId", message_id AS "messageId"`,
    [known.map(({ fileId }) => fileId), known.map(({ messageId }) => messageId), change.version],
  );
  const newer = new Set(rows.map(keyOf));
  const isNewer = (claim: RemovedFileClaim) => newer.has(keyOf(claim));
  return {
    version: change.version,
    added: change.added.filter(isNewer),
    removed: change.removed.filter(isNewer),
    holds: change.holds.filter(({ fileId }) => isNewer({ fileId, messageId: HOLD })),
  };
}

export async function addLinks(tx: Transaction, claims: readonly FileClaim[]): Promise<void> {
  if (claims.length === 0) return;
  await tx.query(
    `INSERT INTO file_messages (file_id, message_id, sent_at)
     SELECT file_id, message_id, to_timestamp(sent_ms / 1000.0)
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS given (file_id, message_id, sent_ms)
     ON CONFLICT DO NOTHING`,
    [claims.map(({ fileId }) => fileId), claims.map(({ messageId }) => messageId), claims.map((c) => c.dateSent)],
  );
}

export async function removeLinks(tx: Transaction, claims: readonly RemovedFileClaim[]): Promise<void> {
  if (claims.length === 0) return;
  await tx.query(
    `DELETE FROM file_messages f USING unnest($1::bigint[], $2::bigint[]) AS given (file_id, message_id)
     WHERE f.file_id = given.file_id AND f.message_id = given.message_id`,
    [claims.map(({ fileId }) => fileId), claims.map(({ messageId }) => messageId)],
  );
}

export async function setHeld(tx: Transaction, holds: readonly FileHold[]): Promise<void> {
  if (holds.length === 0) return;
  await tx.query(
    `UPDATE files SET is_held = given.is_held FROM unnest($1::bigint[], $2::boolean[]) AS given (id, is_held)
     WHERE files.id = given.id`,
    [holds.map(({ fileId }) => fileId), holds.map(({ isHeld }) => isHeld)],
  );
}

/** Sets whether and since when no message links the files. */
export async function dateLastLinks(tx: Transaction, fileIds: readonly number[]): Promise<void> {
  await tx.query(
    `UPDATE files SET unlinked_since = CASE
       WHEN EXISTS (SELECT 1 FROM file_messages m WHERE m.file_id = files.id) THEN NULL
       ELSE coalesce(unlinked_since, now()) END
     WHERE id = ANY ($1)`,
    [fileIds],
  );
}

/** Deletes versions that no late change can need any more. */
export async function forgetVersions(tx: Transaction): Promise<void> {
  await tx.query(
    `DELETE FROM claim_versions WHERE (file_id, message_id) IN (
       SELECT file_id, message_id FROM claim_versions WHERE applied_at < now() - interval '1 hour'
       LIMIT ${FORGOTTEN_PER_CHANGE} FOR UPDATE SKIP LOCKED)`,
  );
}

const keyOf = ({ fileId, messageId }: RemovedFileClaim): string => `${fileId}/${messageId}`;
