import { Database } from '@chat/persistence';
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
  async run(signal?: AbortSignal): Promise<number> {
    for (let deleted = 0; ; ) {
      const page = await this.database
        .getRepository(DiscardedObjectEntity)
        .find({ order: { discardedAt: 'ASC' }, take: OBJECTS_PER_PAGE });
      for (const { storageKey } of page) {
        if (signal?.aborted) return deleted;
        await this.delete(storageKey);
        deleted++;
      }
      if (page.length < OBJECTS_PER_PAGE) return deleted;
    }
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
