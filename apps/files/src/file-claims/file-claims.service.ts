import { AttachmentUpdated, type FileClaimsChange } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { RealmUsageRepository } from '../usage/realm-usage.repository.js';
import { applyNewerPart, dateLastLinks, forgetVersions, lockFiles } from './file-claims.repository.js';

/** Copies the claims of the messaging service: the messages of each file, and whether drafts or scheduled messages hold it. */
@Injectable()
export class FileClaimsService {
  constructor(
    private readonly database: Database,
    private readonly usage: RealmUsageRepository,
  ) {}

  /** A repeated change, or one that arrives after a newer one of the same claim, has no effect. Two round trips to the database. */
  async apply(realmId: number, change: FileClaimsChange): Promise<void> {
    const linkIds = idsOf([...change.added, ...change.removed]);
    await this.database.transaction(async (tx) => {
      // Each statement sees the effects of those before it, without a wait for their results.
      const [, changedIds, attachments, uploadSpaceUsed] = await Promise.all([
        lockFiles(tx, realmId, idsOf([...change.added, ...change.removed, ...change.holds])),
        applyNewerPart(tx, realmId, change),
        linkIds.length === 0 ? [] : dateLastLinks(tx, realmId, linkIds),
        linkIds.length === 0 ? 0 : this.usage.lockBytesUsed(tx, realmId),
        forgetVersions(tx),
      ]);
      for (const { ownerId: userId, ...attachment } of attachments.filter(({ id }) => changedIds.includes(id))) {
        tx.record(realmId, AttachmentUpdated.of({ userId, attachment, uploadSpaceUsed }));
      }
    });
  }
}

const idsOf = (files: readonly { readonly fileId: number }[]): number[] => files.map(({ fileId }) => fileId);
