import type { FileClaimsChange } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import {
  addLinks,
  dateLastLinks,
  forgetVersions,
  lockFiles,
  newerPart,
  removeLinks,
  setHeld,
} from './file-claims.repository.js';

/** Copies the claims of the messaging service: the messages of each file, and whether drafts or scheduled messages hold it. */
@Injectable()
export class FileClaimsService {
  constructor(private readonly database: Database) {}

  /** A repeated change, or one that arrives after a newer one of the same claim, has no effect. */
  async apply(realmId: number, change: FileClaimsChange): Promise<void> {
    const fileIds = [...change.added, ...change.removed, ...change.holds].map(({ fileId }) => fileId);
    await this.database.transaction(async (tx) => {
      const locked = await lockFiles(tx, realmId, fileIds);
      if (locked.size === 0) return;
      const { added, removed, holds } = await newerPart(tx, change, locked);
      await addLinks(tx, added);
      await removeLinks(tx, removed);
      await setHeld(tx, holds);
      const changed = [...new Set([...added, ...removed].map(({ fileId }) => fileId))];
      if (changed.length > 0) await dateLastLinks(tx, changed);
      await forgetVersions(tx);
    });
  }
}
