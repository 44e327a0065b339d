import { AttachmentRemoved } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { previewKeys } from '../pictures/previews/preview-formats.js';
import { RealmUsageRepository } from '../usage/realm-usage.repository.js';

interface RemovedRow {
  readonly realm_id: number;
  readonly owner_id: number;
  readonly size: number;
  readonly storage_key: string;
}

/** The one way in which a visible file goes. */
@Injectable()
export class FileRemoval {
  constructor(private readonly usage: RealmUsageRepository) {}

  /**
   * Removes a ready file: its row and links, and, by a job after the commit, its bytes and previews. Publishes AttachmentRemoved. Returns
   * false if there is no such file.
   */
  async remove(tx: Transaction, fileId: number): Promise<boolean> {
    const [file] = await tx.query<RemovedRow>(
      `DELETE FROM files WHERE id = $1 AND state = 'ready' RETURNING realm_id, owner_id, size, storage_key`,
      [fileId],
    );
    if (file === undefined) return false;
    const { realm_id: realmId, owner_id: userId, size, storage_key: storageKey } = file;
    await tx.query('DELETE FROM file_messages WHERE file_id = $1', [fileId]);
    await tx.query('INSERT INTO discarded_objects (storage_key) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [
      [storageKey, ...previewKeys(storageKey)],
    ]);
    const uploadSpaceUsed = await this.usage.free(tx, realmId, size);
    tx.record(realmId, AttachmentRemoved.of({ userId, attachment: { id: fileId }, uploadSpaceUsed }));
    return true;
  }
}
