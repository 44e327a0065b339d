import { type Attachment, type FileClaimsChange, MAX_LISTED_LINKS } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { FileEntity } from '../attachments/file.entity.js';
import { HOLD } from './claim-version.entity.js';

/*
 * Raw SQL: each statement changes the rows of all claims of a change. None needs the result of another, so they share one round trip.
 */

/** Old rows of `claim_versions` that one change deletes. */
const FORGOTTEN_PER_CHANGE = 1_000;

/** Locks the ready files among `fileIds` until the commit. */
export async function lockFiles(tx: Transaction, realmId: number, fileIds: readonly number[]): Promise<void> {
  await tx.queryPrepared(
    `SELECT 1 FROM files WHERE realm_id = $1 AND id = ANY ($2::bigint[]) AND state = 'ready' ORDER BY id FOR UPDATE`,
    [realmId, fileIds],
  );
}

/**
 * Applies the part of a change of locked files that no newer change has overtaken, and remembers its version. Returns the ids of the files
 * with other links than before.
 */
export async function applyNewerPart(tx: Transaction, realmId: number, change: FileClaimsChange): Promise<number[]> {
  const { added, removed, holds, version } = change;
  const entries = [
    ...added.map(({ fileId, messageId, dateSent }) => ({ fileId, messageId, dateSent, isSet: true })),
    ...removed.map(({ fileId, messageId }) => ({ fileId, messageId, dateSent: 0, isSet: false })),
    ...holds.map(({ fileId, isHeld }) => ({ fileId, messageId: HOLD, dateSent: 0, isSet: isHeld })),
  ];
  const rows = await tx.queryPrepared<{ id: number }>(APPLY, [
    realmId,
    version,
    entries.map(({ fileId }) => fileId),
    entries.map(({ messageId }) => messageId),
    entries.map(({ dateSent }) => dateSent),
    entries.map(({ isSet }) => isSet),
  ]);
  return rows.map(({ id }) => id);
}

const APPLY = `
  WITH given AS (
    SELECT * FROM unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::boolean[]) AS g (file_id, message_id, sent_ms, is_set)
    WHERE EXISTS (SELECT 1 FROM files f WHERE f.id = g.file_id AND f.realm_id = $1 AND f.state = 'ready')
  ), newer AS (
    INSERT INTO claim_versions AS v (file_id, message_id, version) SELECT file_id, message_id, $2 FROM given
    ON CONFLICT (file_id, message_id) DO UPDATE SET version = excluded.version, applied_at = now()
    WHERE v.version < excluded.version
    RETURNING file_id, message_id
  ), applied AS (
    SELECT given.* FROM given JOIN newer USING (file_id, message_id)
  ), linked AS (
    INSERT INTO file_messages (file_id, message_id, sent_at)
    SELECT file_id, message_id, to_timestamp(sent_ms / 1000.0) FROM applied WHERE is_set AND message_id <> ${HOLD}
    ON CONFLICT DO NOTHING
  ), unlinked AS (
    DELETE FROM file_messages f USING applied a
    WHERE NOT a.is_set AND f.file_id = a.file_id AND f.message_id = a.message_id
  ), held AS (
    UPDATE files f SET is_held = a.is_set FROM applied a WHERE a.message_id = ${HOLD} AND f.id = a.file_id
  )
  SELECT DISTINCT file_id AS id FROM applied WHERE message_id <> ${HOLD}`;

type LinkedAttachment = Attachment & Pick<FileEntity, 'ownerId'>;

/** Sets whether and since when no message links the files. Returns them with their newest links, oldest first. */
export function dateLastLinks(
  tx: Transaction,
  realmId: number,
  fileIds: readonly number[],
): Promise<LinkedAttachment[]> {
  return tx.queryPrepared<LinkedAttachment>(
    `WITH dated AS (
       UPDATE files f SET unlinked_since = CASE
         WHEN EXISTS (SELECT 1 FROM file_messages m WHERE m.file_id = f.id) THEN NULL
         ELSE coalesce(unlinked_since, now()) END
       WHERE realm_id = $1 AND id = ANY ($2::bigint[]) AND state = 'ready'
       RETURNING *
     )
     SELECT id, owner_id AS "ownerId", name, path_id AS "pathId", size,
       round(extract(epoch FROM created_at) * 1000)::bigint AS "createTime",
       coalesce(
         (SELECT json_agg(json_build_object('id', message_id, 'dateSent', round(extract(epoch FROM sent_at) * 1000)) ORDER BY message_id)
          FROM (SELECT message_id, sent_at FROM file_messages WHERE file_id = dated.id
            ORDER BY message_id DESC LIMIT ${MAX_LISTED_LINKS}) AS newest), '[]') AS messages
     FROM dated ORDER BY id`,
    [realmId, fileIds],
  );
}

/** Deletes versions that no late change can need any more. */
export async function forgetVersions(tx: Transaction): Promise<void> {
  await tx.queryPrepared(
    `DELETE FROM claim_versions WHERE (file_id, message_id) IN (
       SELECT file_id, message_id FROM claim_versions WHERE applied_at < now() - interval '1 hour'
       LIMIT ${FORGOTTEN_PER_CHANGE} FOR UPDATE SKIP LOCKED)`,
  );
}
