import { AttachmentUpdated, type FileClaimsChange } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { AttachmentsRepository } from '../attachments/attachments.repository.js';
import { FileEntity } from '../attachments/file.entity.js';
import { RealmUsageRepository } from '../usage/realm-usage.repository.js';
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
  constructor(
    private readonly database: Database,
    private readonly attachments: AttachmentsRepository,
    private readonly usage: RealmUsageRepository,
  ) {}

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
      if (changed.length > 0) await this.onLinksChanged(tx, realmId, changed);
      await forgetVersions(tx);
    });
  }

  private async onLinksChanged(tx: Transaction, realmId: number, fileIds: readonly number[]): Promise<void> {
    await dateLastLinks(tx, fileIds);
    const files = await tx.getRepository(FileEntity).find({ where: { id: In(fileIds) }, order: { id: 'ASC' } });
    const attachments = await this.attachments.withLinks(files, tx);
    const uploadSpaceUsed = await this.usage.lockBytesUsed(tx, realmId);
    for (const [place, attachment] of attachments.entries()) {
      const userId = (files[place] as FileEntity).ownerId;
      tx.record(realmId, AttachmentUpdated.of({ userId, attachment, uploadSpaceUsed }));
    }
  }
}
