import {
  type FileClaim,
  type FileClaimsChange,
  FileClaimsChanged,
  type LinkedFile,
  MAX_CLAIMS_PER_CHANGE,
} from '@chat/contracts';
import type { Transaction } from '@chat/persistence';

/*
 * Raw SQL: each statement changes all rows and numbers the change. Call the functions behind the realm's lock, so that versions follow the
 * order of commits.
 */

/** A file that a message links and its sender may read. */
export type ClaimedFile = Pick<LinkedFile, 'fileId' | 'pathId' | 'preview'>;

export interface ClaimingMessage {
  readonly messageId: number;
  readonly files: readonly ClaimedFile[];
}

const VERSION = `version AS MATERIALIZED (SELECT nextval('file_claim_versions') AS number)`;

/**
 * Stores the claims of messages and records them for the files service, an event per message. Returns the changes by message. A stored claim of
 * a file with a pending preview is recorded again: the preview may be ready by now, and the handler of the event checks that.
 */
export async function addClaims(
  tx: Transaction,
  realmId: number,
  messages: readonly ClaimingMessage[],
): Promise<Map<number, FileClaimsChange>> {
  const claims = messages.flatMap(({ messageId, files }) => files.map((file) => ({ messageId, ...file })));
  const rows = await tx.queryPrepared<FileClaim & { version: number }>(
    `WITH ${VERSION}, added AS (
       INSERT INTO file_claims (realm_id, file_id, path_id, message_id, recipient_id, stream_id)
       SELECT $1, given.*, m.recipient_id, m.stream_id
       FROM unnest($2::bigint[], $3::text[], $4::bigint[]) AS given (file_id, path_id, message_id)
       JOIN messages m ON m.id = given.message_id
       ON CONFLICT (file_id, message_id) DO UPDATE SET path_id = excluded.path_id
         WHERE file_claims.file_id = ANY ($5::bigint[])
       RETURNING file_id, message_id)
     SELECT a.file_id AS "fileId", a.message_id AS "messageId", version.number AS version,
       floor(extract(epoch FROM m.sent_at) * 1000)::bigint AS "dateSent"
     FROM added a JOIN messages m ON m.id = a.message_id CROSS JOIN version ORDER BY 2, 1`,
    [
      realmId,
      claims.map(({ fileId }) => fileId),
      claims.map(({ pathId }) => pathId),
      claims.map(({ messageId }) => messageId),
      claims.filter(({ preview }) => preview === 'pending').map(({ fileId }) => fileId),
    ],
  );
  const changes = new Map<number, FileClaimsChange>();
  for (const { version, ...claim } of rows) {
    const added = [...(changes.get(claim.messageId)?.added ?? []), claim];
    changes.set(claim.messageId, { version, added, removed: [], holds: [] });
  }
  for (const change of changes.values()) tx.record(realmId, FileClaimsChanged.of(change));
  return changes;
}

/** Removes the claims of messages, except of the files `kept`, and records that. Returns the changes. */
export async function removeClaims(
  tx: Transaction,
  realmId: number,
  messageIds: readonly number[],
  kept: readonly number[] = [],
): Promise<FileClaimsChange[]> {
  const rows = await tx.query<{ fileId: number; messageId: number; version: number }>(
    `WITH ${VERSION}, removed AS (
       DELETE FROM file_claims WHERE message_id = ANY ($1) AND file_id <> ALL ($2) RETURNING file_id, message_id)
     SELECT file_id AS "fileId", message_id AS "messageId", version.number AS version
     FROM removed CROSS JOIN version ORDER BY 2, 1`,
    [messageIds, kept],
  );
  const changes: FileClaimsChange[] = [];
  for (let from = 0; from < rows.length; from += MAX_CLAIMS_PER_CHANGE) {
    const part = rows.slice(from, from + MAX_CLAIMS_PER_CHANGE);
    const removed = part.map(({ fileId, messageId }) => ({ fileId, messageId }));
    changes.push({ version: part[0]?.version as number, added: [], removed, holds: [] });
  }
  for (const change of changes) tx.record(realmId, FileClaimsChanged.of(change));
  return changes;
}
