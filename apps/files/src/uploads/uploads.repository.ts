import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { DiscardedObjectEntity, FileEntity } from '../attachments/file.entity.js';
import type { DecodedFacts } from '../pictures/decoder/decoder-messages.js';
import { PreviewsRepository } from '../pictures/previews/previews.repository.js';
import { RealmUsageRepository } from '../usage/realm-usage.repository.js';

/** Columns of a file that is about to arrive. */
export type ArrivingFile = Pick<FileEntity, 'realmId' | 'ownerId' | 'pathId' | 'name' | 'storageKey'>;

/** A file with durable bytes. */
export interface ArrivedFile {
  readonly size: number;
  readonly contentType: string;
  readonly sha256: Buffer;
  readonly picture: DecodedFacts | null;
  /** Under the key of the copy without metadata; the object under the first key is then discarded. */
  readonly isStripped: boolean;
  /** The scanner was away. */
  readonly isScanDue: boolean;
}

/** Key of the copy of a received picture without its metadata. */
export const strippedKeyOf = (storageKey: string): string => `${storageKey}.stripped`;

/** Rows in the state `receiving`; `size` is their reservation. */
@Injectable()
export class UploadsRepository {
  constructor(
    private readonly database: Database,
    private readonly usage: RealmUsageRepository,
    private readonly previews: PreviewsRepository,
  ) {}

  /** Reserves `bytes` for a new file and returns its id. Throws REALM_UPLOAD_QUOTA. */
  insert(file: ArrivingFile, bytes: number, quotaMib: number | null): Promise<number> {
    return this.database.transaction((tx) => this.insertWithin(tx, file, bytes, quotaMib, () => 'now()'));
  }

  /** The same. A null `activeAt` keeps the upload from the sweep of uploads without a sign. */
  async insertWithin(
    tx: Transaction,
    file: ArrivingFile,
    bytes: number,
    quotaMib: number | null,
    activeAt: null | (() => string),
  ): Promise<number> {
    const row = { ...file, size: bytes, contentType: '', state: 'receiving' as const };
    const { identifiers } = await tx.getRepository(FileEntity).insert({ ...row, activeAt });
    await this.usage.reserve(tx, file.realmId, bytes, quotaMib);
    return identifiers[0]?.['id'] as number;
  }

  /** Reserves `bytes` more. Throws REALM_UPLOAD_QUOTA. Returns false if the sweep has given the upload up. */
  grow(realmId: number, fileId: number, bytes: number, quotaMib: number | null): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const { affected } = await tx
        .getRepository(FileEntity)
        .update({ id: fileId, state: 'receiving' }, { size: () => `size + ${bytes}`, activeAt: () => 'now()' });
      if (affected !== 1) return false;
      await this.usage.reserve(tx, realmId, bytes, quotaMib);
      return true;
    });
  }

  /** Makes the file visible. Returns its row and the bytes that the realm uses; undefined if the sweep has given the upload up. */
  async complete(
    tx: Transaction,
    fileId: number,
    { isStripped, ...arrived }: ArrivedFile,
  ): Promise<{ file: FileEntity; bytesUsed: number } | undefined> {
    const files = tx.getRepository(FileEntity);
    const row = { id: fileId, state: 'receiving' as const };
    const receiving = await files.findOne({ where: row, lock: { mode: 'pessimistic_write' } });
    if (receiving === null) return undefined;
    const { realmId, size: reserved, storageKey } = receiving;
    if (isStripped) await tx.getRepository(DiscardedObjectEntity).insert({ storageKey });
    const file = {
      ...arrived,
      storageKey: isStripped ? strippedKeyOf(storageKey) : storageKey,
      state: 'ready' as const,
    };
    const { picture, ...columns } = file;
    await files.update(row, { ...columns, picture: picture as never, unlinkedSince: () => 'now()' });
    if (picture !== null) await this.previews.insert(tx, receiving, picture);
    const bytesUsed = await this.usage.endReservation(tx, realmId, reserved, arrived.size);
    return { file: { ...receiving, ...file }, bytesUsed };
  }

  /** Removes an upload that failed, and its reservation. Without effect on a file that is complete; then it returns false. */
  async remove(tx: Transaction, fileId: number): Promise<boolean> {
    const [file] = await tx.query<{ realm_id: number; size: number; storage_key: string }>(
      `DELETE FROM files WHERE id = $1 AND state = 'receiving' RETURNING realm_id, size, storage_key`,
      [fileId],
    );
    if (file === undefined) return false;
    const { realm_id: realmId, size, storage_key: storageKey } = file;
    const keys = [storageKey, strippedKeyOf(storageKey)];
    await tx.getRepository(DiscardedObjectEntity).insert(keys.map((key) => ({ storageKey: key })));
    await this.usage.endReservation(tx, realmId, size);
    return true;
  }
}
