import { FileClaimsChanged, type FileHold, MAX_CLAIMS_PER_CHANGE } from '@chat/contracts';
import { lockRealm, type Transaction } from '@chat/persistence';
import type { FileHolder } from './file-claim.entity.js';

/*
 * Raw SQL: each statement changes the rows of all drafts or scheduled messages.
 */

/** The files that a draft or a scheduled message links. */
export interface Holding {
  readonly holderId: number;
  readonly files: readonly { readonly fileId: number }[];
}

/** Replaces the holds of drafts or scheduled messages. One query, and three more if files are linked or were. */
export async function replaceHolds(
  tx: Transaction,
  realmId: number,
  holder: FileHolder,
  holdings: readonly Holding[],
): Promise<void> {
  const removed = await tx.query<{ fileId: number }>(
    'DELETE FROM file_holds WHERE holder = $1 AND holder_id = ANY ($2) RETURNING file_id AS "fileId"',
    [holder, holdings.map(({ holderId }) => holderId)],
  );
  await addHolds(tx, realmId, holder, holdings, removed);
}

/** Stores the holds of new drafts or scheduled messages. No query without links to files. `removed`: files that lost a hold. */
export async function addHolds(
  tx: Transaction,
  realmId: number,
  holder: FileHolder,
  holdings: readonly Holding[],
  removed: readonly { readonly fileId: number }[] = [],
): Promise<void> {
  const holds = holdings.flatMap(({ holderId, files }) => files.map(({ fileId }) => ({ holderId, fileId })));
  if (holds.length > 0) {
    await tx.query(
      `INSERT INTO file_holds (realm_id, holder, holder_id, file_id)
       SELECT $1, $2, * FROM unnest($3::bigint[], $4::bigint[]) ON CONFLICT DO NOTHING`,
      [realmId, holder, holds.map(({ holderId }) => holderId), holds.map(({ fileId }) => fileId)],
    );
  }
  await recordHolds(tx, realmId, [...removed, ...holds]);
}

/** Records whether the files are held, for the files service. */
export async function recordHolds(
  tx: Transaction,
  realmId: number,
  files: readonly { readonly fileId: number }[],
): Promise<void> {
  if (files.length === 0) return;
  // So that no other change of the same holds commits in between.
  await lockRealm(tx, realmId);
  const rows = await tx.query<FileHold & { version: number }>(
    `WITH version AS MATERIALIZED (SELECT nextval('file_claim_versions') AS number)
     SELECT f.id AS "fileId", version.number AS version,
       EXISTS (SELECT 1 FROM file_holds h WHERE h.file_id = f.id AND h.realm_id = $2) AS "isHeld"
     FROM unnest($1::bigint[]) AS f (id) CROSS JOIN version`,
    [[...new Set(files.map(({ fileId }) => fileId))], realmId],
  );
  for (let from = 0; from < rows.length; from += MAX_CLAIMS_PER_CHANGE) {
    const part = rows.slice(from, from + MAX_CLAIMS_PER_CHANGE);
    const holds = part.map(({ fileId, isHeld }) => ({ fileId, isHeld }));
    tx.record(realmId, FileClaimsChanged.of({ version: part[0]?.version as number, added: [], removed: [], holds }));
  }
}
