import { type Attachment, type AttachmentList, badRequest, type LinkedFile, type Principal } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { RealmUsageRepository } from '../usage/realm-usage.repository.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { describeFiles } from './describe-files.js';
import { FileRemoval } from './file-removal.js';

@Injectable()
export class AttachmentsService {
  constructor(
    private readonly database: Database,
    private readonly attachments: AttachmentsRepository,
    private readonly usage: RealmUsageRepository,
    private readonly removal: FileRemoval,
  ) {}

  async list({ realmId, userId }: Principal): Promise<AttachmentList> {
    const [attachments, uploadSpaceUsed] = await Promise.all([
      this.ofOwner(realmId, userId),
      this.usage.bytesUsed(realmId),
    ]);
    return { attachments, uploadSpaceUsed };
  }

  /** For the owner only: to others, administrators included, the file does not exist. */
  async remove({ realmId, userId }: Principal, fileId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const file = await this.attachments.lock(tx, { id: fileId, realmId, ownerId: userId });
      if (file === null) throw badRequest('Invalid attachment');
      await this.removal.remove(tx, file);
    });
  }

  /** With `fileIds`, those among them. */
  async ofOwner(realmId: number, ownerId: number, fileIds?: readonly number[]): Promise<Attachment[]> {
    return this.attachments.ofOwner({ realmId, ownerId }, fileIds);
  }

  describe(realmId: number, pathIds: readonly string[]): Promise<LinkedFile[]> {
    return describeFiles(this.database, realmId, pathIds);
  }
}
