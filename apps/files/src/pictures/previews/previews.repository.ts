import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { DecodedFacts } from '../decoder/decoder-messages.js';
import { PREVIEW_CLAIM_SECONDS, PREVIEW_LATE_SECONDS } from '../picture-limits.js';
import { PreviewEntity } from './preview.entity.js';
import { previewKeys, transcodedNameOf } from './preview-formats.js';

/** A picture that is claimed by this replica, which makes its copies. */
export interface ClaimedPreview {
  readonly fileId: number;
  readonly realmId: number;
  readonly pathId: string;
  readonly storageKey: string;
  readonly isAnimated: boolean;
  readonly transcoded: string | null;
  readonly attempts: number;
}

@Injectable()
export class PreviewsRepository {
  constructor(private readonly database: Database) {}

  /** In the transaction that makes the picture readable. The caller then has `Previews` schedule it. */
  async insert(tx: Transaction, file: { id: number; realmId: number }, facts: DecodedFacts): Promise<void> {
    const row = { fileId: file.id, realmId: file.realmId, isAnimated: facts.frames > 1 };
    await tx.getRepository(PreviewEntity).insert({ ...row, transcoded: transcodedNameOf(facts) });
  }

  find(fileId: number): Promise<PreviewEntity | null> {
    return this.database.getRepository(PreviewEntity).findOneBy({ fileId });
  }

  /** Undefined if the copies exist, another replica makes them, or the file is gone. */
  async claim(fileId: number): Promise<ClaimedPreview | undefined> {
    const [row] = await this.database.query(
      `UPDATE previews p SET claimed_until = now() + make_interval(secs => $2), attempts = attempts + 1
       FROM files f WHERE p.file_id = $1 AND f.id = p.file_id AND p.made_at IS NULL
         AND (p.claimed_until IS NULL OR p.claimed_until < now())
       RETURNING p.file_id AS "fileId", p.realm_id AS "realmId", f.path_id AS "pathId", f.storage_key AS "storageKey",
         p.is_animated AS "isAnimated", p.transcoded, p.attempts`,
      [fileId, PREVIEW_CLAIM_SECONDS],
    );
    return row as ClaimedPreview | undefined;
  }

  /** Another replica, or this one later, makes the copies after the time. */
  async release({ fileId }: ClaimedPreview, seconds: number): Promise<void> {
    await this.database.query(
      `UPDATE previews SET claimed_until = now() + make_interval(secs => $2), attempts = attempts - 1
       WHERE file_id = $1 AND made_at IS NULL`,
      [fileId, seconds],
    );
  }

  /** Undefined if the file was deleted meanwhile; its copies are then deleted, too. */
  async finish(tx: Transaction, { fileId, storageKey }: ClaimedPreview): Promise<{ isLate: boolean } | undefined> {
    const [row] = await tx.query<{ late: boolean }>(
      `UPDATE previews SET made_at = now(), claimed_until = NULL WHERE file_id = $1
       RETURNING pending_since < now() - make_interval(secs => $2) AS late`,
      [fileId, PREVIEW_LATE_SECONDS],
    );
    if (row === undefined) await this.discard(tx, storageKey);
    return row && { isLate: row.late };
  }

  /** The file is no picture any more. Returns false if it was deleted meanwhile. */
  async giveUp(tx: Transaction, { fileId, storageKey }: ClaimedPreview): Promise<boolean> {
    await this.discard(tx, storageKey);
    await tx.query('DELETE FROM previews WHERE file_id = $1', [fileId]);
    const rows = await tx.query('UPDATE files SET picture = NULL WHERE id = $1 RETURNING id', [fileId]);
    return rows.length > 0;
  }

  /** Files with pending previews that no replica makes, the oldest first. */
  async forgotten(limit: number): Promise<number[]> {
    const rows = await this.database.query(
      `SELECT file_id FROM previews WHERE made_at IS NULL AND pending_since < now() - make_interval(secs => $1)
         AND (claimed_until IS NULL OR claimed_until < now()) ORDER BY pending_since LIMIT $2`,
      [PREVIEW_LATE_SECONDS, limit],
    );
    return rows.map((row) => (row as { file_id: number }).file_id);
  }

  private async discard(tx: Transaction, storageKey: string): Promise<void> {
    await tx.query('INSERT INTO discarded_objects (storage_key) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [
      previewKeys(storageKey),
    ]);
  }
}
