import { AttachmentRemoved } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { RealmUsageRepository } from '../usage/realm-usage.repository.js';
import { AttachmentsRepository } from './attachments.repository.js';
import type { FileEntity } from './file.entity.js';

/** The one way in which a visible file goes. */
@Injectable()
export class FileRemoval {
  constructor(
    private readonly attachments: AttachmentsRepository,
    private readonly usage: RealmUsageRepository,
  ) {}

  /**
   * Removes a ready file that the transaction has locked: its row and links, and, by a job after the commit, its bytes and previews.
   * Publishes AttachmentRemoved.
   */
  async remove(tx: Transaction, file: FileEntity): Promise<void> {
    const { id, realmId, ownerId: userId, size } = file;
    await this.attachments.delete(tx, file);
    const uploadSpaceUsed = await this.usage.free(tx, realmId, size);
    tx.record(realmId, AttachmentRemoved.of({ userId, attachment: { id }, uploadSpaceUsed }));
  }
}
