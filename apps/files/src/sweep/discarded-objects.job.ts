import { Database } from '@chat/persistence';
import { inBatches } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { DiscardedObjectEntity } from '../attachments/file.entity.js';
import { FileStorage } from '../storage/file-storage.js';

const OBJECTS_PER_PAGE = 200;
const FILES = 'uploads/';
const PREVIEWS = 'previews/';
/** All pieces of a resumable upload. */
const UPLOAD_FOLDER = /^resumable\/[^/]+$/;

/** Deletes the bytes of deleted files, with their previews. An object stays listed until the storage has confirmed its deletion. */
@Injectable()
export class DiscardedObjectsJob {
  constructor(
    private readonly database: Database,
    private readonly storage: FileStorage,
  ) {}

  /** Returns the number of deleted objects. Rejects if the storage fails; the remaining objects come next time. */
  run(signal?: AbortSignal): Promise<number> {
    return inBatches(
      OBJECTS_PER_PAGE,
      () => this.oldest(),
      ({ storageKey }) => this.delete(storageKey),
      signal,
    );
  }

  private oldest(): Promise<DiscardedObjectEntity[]> {
    const page = { order: { discardedAt: 'ASC' }, take: OBJECTS_PER_PAGE } as const;
    return this.database.getRepository(DiscardedObjectEntity).find(page);
  }

  private async delete(storageKey: string): Promise<void> {
    const folder = folderOf(storageKey);
    if (folder !== undefined) for await (const { key } of this.storage.list(folder)) await this.storage.delete(key);
    if (!UPLOAD_FOLDER.test(storageKey)) await this.storage.delete(storageKey);
    await this.database.transaction((tx) => tx.getRepository(DiscardedObjectEntity).delete({ storageKey }));
  }
}

/** Prefix of the further objects of a listed one. */
function folderOf(storageKey: string): string | undefined {
  if (storageKey.startsWith(FILES)) return `${PREVIEWS}${storageKey.slice(FILES.length)}/`;
  return UPLOAD_FOLDER.test(storageKey) ? `${storageKey}/` : undefined;
}
