import { IMAGE_GRACE_SECONDS } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { FileEntity } from '../attachments/file.entity.js';
import { FileStorage, type StoredObject } from '../storage/file-storage.js';
import { StorageCheckEntity } from './storage-check.entity.js';

const DAY_MS = 24 * 3_600_000;
/** Less than a day, so that a daily check does not move through the day. */
const CHECK_EVERY_HOURS = 23;
const KEYS_PER_STATEMENT = 500;
const ROWS_PER_PAGE = 500;

/** Kinds of objects: the prefix of their keys, and the condition in SQL for rows of the object `key`. */
const OBJECT_KINDS: readonly (readonly [prefix: string, row: string])[] = [
  ['uploads/', 'SELECT 1 FROM files WHERE storage_key = key'],
  // The key of a preview contains the key of its file.
  [
    'previews/',
    String.raw`SELECT 1 FROM files WHERE storage_key = regexp_replace(key, '^previews/(.*)/[^/]*$', 'uploads/\1')`,
  ],
  [
    'images/',
    String.raw`SELECT 1 FROM images
       WHERE realm_id = CASE WHEN split_part(key, '/', 2) ~ '^\d{1,18}$' THEN split_part(key, '/', 2)::bigint END
         AND purpose = split_part(key, '/', 3) AND token = split_part(key, '/', 4) AND split_part(key, '/', 5) = ANY(objects)`,
  ],
  ['resumable/', 'SELECT 1 FROM resumable_pieces WHERE storage_key = key'],
];

/** The sweep has found the image in use. A new one is checked after IMAGE_GRACE_SECONDS, and may have no bytes yet. */
const IS_USED_IMAGE = `check_at > now() + make_interval(secs => ${IMAGE_GRACE_SECONDS + 60})`;

export interface StorageCheck {
  /** Objects older than a day without a row, which are now being deleted. */
  readonly objectsWithoutRow: number;
  /** Paths of files, and keys of images, without bytes. */
  readonly filesWithoutBytes: readonly string[];
}

/** Compares rows and bytes. Both can differ only by a fault: of a disk, of a restore from backups, or of this software. */
@Injectable()
export class StorageCheckJob {
  constructor(
    private readonly database: Database,
    private readonly storage: FileStorage,
    private readonly resources: ServiceResources,
  ) {}

  /** Checks if no replica has begun a check within a day. */
  async runDaily(signal?: AbortSignal): Promise<void> {
    const begun = await this.database.query(
      `UPDATE storage_checks SET started_at = now()
       WHERE started_at IS NULL OR started_at < now() - make_interval(hours => $1) RETURNING 1`,
      [CHECK_EVERY_HOURS],
    );
    if (begun.length > 0) await this.run(signal);
  }

  async run(signal?: AbortSignal): Promise<StorageCheck> {
    let objectsWithoutRow = 0;
    for (const [prefix, row] of OBJECT_KINDS)
      objectsWithoutRow += await this.discardUnknownObjects(prefix, row, signal);
    const filesWithoutBytes = [...(await this.findMissingBytes(signal)), ...(await this.findMissingImages(signal))];
    if (!signal?.aborted) {
      const rowsWithoutBytes = filesWithoutBytes.length;
      await this.database.transaction((tx) =>
        tx.getRepository(StorageCheckEntity).update({ isLast: true }, { rowsWithoutBytes }),
      );
    }
    return { objectsWithoutRow, filesWithoutBytes };
  }

  private async discardUnknownObjects(prefix: string, row: string, signal?: AbortSignal): Promise<number> {
    let discarded = 0;
    let batch: StoredObject[] = [];
    const dayAgo = new Date(Date.now() - DAY_MS);
    for await (const object of this.storage.list(prefix)) {
      if (signal?.aborted) return discarded;
      if (object.modifiedAt < dayAgo) batch.push(object);
      if (batch.length < KEYS_PER_STATEMENT) continue;
      discarded += await this.discardUnknown(batch, row);
      batch = [];
    }
    return discarded + (await this.discardUnknown(batch, row));
  }

  private async discardUnknown(objects: readonly StoredObject[], row: string): Promise<number> {
    const rows = await this.database.query(
      `INSERT INTO discarded_objects (storage_key)
       SELECT key FROM unnest($1::text[]) AS key WHERE NOT EXISTS (${row})
       ON CONFLICT DO NOTHING RETURNING 1`,
      [objects.map(({ key }) => key)],
    );
    return rows.length;
  }

  private async findMissingBytes(signal?: AbortSignal): Promise<string[]> {
    const missing: string[] = [];
    for (let after = 0; !signal?.aborted; ) {
      const files = await this.database.getRepository(FileEntity).find({
        where: { id: MoreThan(after), state: 'ready' },
        order: { id: 'ASC' },
        take: ROWS_PER_PAGE,
      });
      for (const file of files) if (await this.lacksBytes(file)) missing.push(file.pathId);
      if (files.length < ROWS_PER_PAGE) break;
      after = files.at(-1)?.id ?? after;
    }
    return missing;
  }

  private async lacksBytes({ id, size, storageKey }: FileEntity): Promise<boolean> {
    if ((await this.storage.head(storageKey))?.size === size) return false;
    // Deleted meanwhile, or under another key.
    const unchanged = await this.database.getRepository(FileEntity).findBy({ id, storageKey });
    if (unchanged.length === 0) return false;
    this.resources.logger.error({ fileId: id, storageKey }, 'A file has no bytes in the storage; readers get an error');
    return true;
  }

  private async findMissingImages(signal?: AbortSignal): Promise<string[]> {
    const missing: string[] = [];
    for (let after = ''; !signal?.aborted; ) {
      const images = await this.database.query<{ key: string }>(
        `SELECT key FROM (
           SELECT concat_ws('/', 'images', realm_id, purpose, token, unnest(objects)) AS key FROM images WHERE ${IS_USED_IMAGE}
         ) AS used WHERE key COLLATE "C" > $1 ORDER BY key COLLATE "C" LIMIT $2`,
        [after, ROWS_PER_PAGE],
      );
      for (const { key } of images) {
        if ((await this.storage.head(key)) !== undefined) continue;
        missing.push(key);
        this.resources.logger.error({ storageKey: key }, 'An image has no bytes in the storage; readers get an error');
      }
      if (images.length < ROWS_PER_PAGE) break;
      after = images.at(-1)?.key ?? after;
    }
    return missing;
  }
}
