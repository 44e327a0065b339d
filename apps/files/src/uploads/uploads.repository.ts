import { uploadQuotaExceeded } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { DiscardedObjectEntity, FileEntity } from '../attachments/file.entity.js';
import type { DecodedFacts } from '../pictures/decoder/decoder-messages.js';
import { PreviewsRepository } from '../pictures/previews/previews.repository.js';
import { quotaBytes, RESERVE, RealmUsageRepository } from '../usage/realm-usage.repository.js';

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

const STRIPPED = '.stripped';
/** Key of the copy of a received picture without its metadata. */
export const strippedKeyOf = (storageKey: string): string => storageKey + STRIPPED;

/** The parts of a completed file that clients see, and the bytes that the realm uses. */
export interface CompletedFile
  extends Pick<FileEntity, 'id' | 'realmId' | 'ownerId' | 'pathId' | 'name' | 'size' | 'createdAt'> {
  readonly bytesUsed: number;
}

/*
 * Raw SQL: each statement changes a file and the counters of its realm, so that an upload waits for two statements, and others of the realm
 * wait shortly.
 */
const INSERT_RECEIVING = `
  WITH reserved AS (${RESERVE})
  INSERT INTO files (realm_id, owner_id, path_id, name, storage_key, size, content_type, state, active_at)
  SELECT realm_id, $4, $5, $6, $7, $2, '', 'receiving', CASE WHEN $8::boolean THEN now() END FROM reserved
  RETURNING id`;
const COMPLETE = `
  WITH completed AS (
    UPDATE files SET size = $2, content_type = $3, sha256 = $4, picture = $5, is_scan_due = $6, state = 'ready',
      storage_key = CASE WHEN $7::boolean THEN storage_key || '${STRIPPED}' ELSE storage_key END, unlinked_since = now()
    WHERE storage_key = $1 AND state = 'receiving'
    RETURNING new.*, old.size AS reserved, old.storage_key AS received_key
  ), counted AS (
    UPDATE realm_usage u SET bytes_reserved = u.bytes_reserved - c.reserved, bytes_used = u.bytes_used + c.size
    FROM completed c WHERE u.realm_id = c.realm_id
    RETURNING u.bytes_used
  )
  SELECT id, realm_id AS "realmId", owner_id AS "ownerId", path_id AS "pathId", name, size, created_at AS "createdAt",
    received_key AS "receivedKey", bytes_used AS "bytesUsed"
  FROM completed, counted`;

/**
 * Rows in the state `receiving`; `size` is their reservation. Their writes do not wait for the disk. So a crash of PostgreSQL may lose a young
 * row, and its id may be given again. Only the storage key belongs to one upload for ever.
 */
@Injectable()
export class UploadsRepository {
  constructor(
    private readonly database: Database,
    private readonly usage: RealmUsageRepository,
    private readonly previews: PreviewsRepository,
  ) {}

  /** Reserves `bytes` for a new file and returns its id. Throws REALM_UPLOAD_QUOTA. */
  insert(file: ArrivingFile, bytes: number, quotaMib: number | null): Promise<number> {
    return this.withoutSync((tx) => this.insertWithin(tx, file, bytes, quotaMib, true));
  }

  /** The same. An upload that is not active in this sense stays out of the sweep of uploads without a sign. */
  async insertWithin(
    tx: Transaction,
    { realmId, ownerId, pathId, name, storageKey }: ArrivingFile,
    bytes: number,
    quotaMib: number | null,
    isActive: boolean,
  ): Promise<number> {
    const reservation = [realmId, bytes, quotaBytes(quotaMib)];
    const columns = [ownerId, pathId, name, storageKey, isActive];
    const [row] = await tx.queryPrepared<{ id: number }>(INSERT_RECEIVING, [...reservation, ...columns]);
    if (row === undefined) throw uploadQuotaExceeded();
    return row.id;
  }

  /** Reserves `bytes` more. Throws REALM_UPLOAD_QUOTA. Returns false if the row is gone. */
  grow(
    { realmId, storageKey }: Pick<ArrivingFile, 'realmId' | 'storageKey'>,
    bytes: number,
    quotaMib: number | null,
  ): Promise<boolean> {
    return this.withoutSync(async (tx) => {
      const { affected } = await tx
        .getRepository(FileEntity)
        .update({ storageKey, state: 'receiving' }, { size: () => `size + ${bytes}`, activeAt: () => 'now()' });
      if (affected !== 1) return false;
      await this.usage.reserve(tx, realmId, bytes, quotaMib);
      return true;
    });
  }

  /** Makes the file visible. Returns its row and the bytes that the realm uses; undefined if the row is gone. */
  async complete(
    tx: Transaction,
    storageKey: string,
    { size, contentType, sha256, picture, isStripped, isScanDue }: ArrivedFile,
  ): Promise<CompletedFile | undefined> {
    const columns = [size, contentType, sha256, picture, isScanDue];
    const [completed] = await tx.queryPrepared<CompletedFile & { receivedKey: string }>(COMPLETE, [
      storageKey,
      ...columns,
      isStripped,
    ]);
    if (completed === undefined) return undefined;
    if (isStripped) await tx.getRepository(DiscardedObjectEntity).insert({ storageKey: completed.receivedKey });
    if (picture !== null) await this.previews.insert(tx, completed, picture);
    return completed;
  }

  /** Removes an upload that failed. If PostgreSQL loses the removal, the sweep repeats it. */
  removeFailed(storageKey: string): Promise<boolean> {
    return this.withoutSync((tx) => this.remove(tx, { storageKey }));
  }

  /** Removes an upload, and its reservation. Without effect on a file that is complete; then it returns false. */
  async remove(tx: Transaction, { id, storageKey }: Partial<Pick<FileEntity, 'id' | 'storageKey'>>): Promise<boolean> {
    const [file] = await tx.query<Pick<FileEntity, 'realmId' | 'size' | 'storageKey'>>(
      `DELETE FROM files WHERE (id = $1 OR storage_key = $2) AND state = 'receiving'
       RETURNING realm_id AS "realmId", size, storage_key AS "storageKey"`,
      [id ?? null, storageKey ?? null],
    );
    if (file === undefined) return false;
    const { realmId, size } = file;
    const keys = [file.storageKey, strippedKeyOf(file.storageKey)];
    await tx.getRepository(DiscardedObjectEntity).insert(keys.map((key) => ({ storageKey: key })));
    await this.usage.endReservation(tx, realmId, size);
    return true;
  }

  /**
   * A transaction that does not wait for the disk at its commit. If PostgreSQL loses it, nothing was acknowledged. All writers of the realm's
   * counters wait for this commit.
   */
  private withoutSync<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.database.transaction(async (tx) => {
      const [, result] = await Promise.all([tx.query('SET LOCAL synchronous_commit TO off'), work(tx)]);
      return result;
    });
  }
}
