import { type Attachment, type AttachmentList, badRequest, type LinkedFile, type Principal } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { PreviewsRepository } from '../pictures/previews/previews.repository.js';
import { RealmUsageRepository } from '../usage/realm-usage.repository.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { FileEntity } from './file.entity.js';
import { FileRemoval } from './file-removal.js';

@Injectable()
export class AttachmentsService {
  constructor(
    private readonly database: Database,
    private readonly attachments: AttachmentsRepository,
    private readonly usage: RealmUsageRepository,
    private readonly previews: PreviewsRepository,
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

  async describe(realmId: number, pathIds: readonly string[]): Promise<LinkedFile[]> {
    return this.database.transaction(async (tx) => {
      const files = tx.getRepository(FileEntity);
      const described = { realmId, pathId: In(pathIds), state: 'ready' as const };
      // Tells the sweep that a link may be on its way.
      await files.update(described, { describedAt: () => 'now()' });
      const found = await files.findBy(described);
      const previews = await this.previews.states(tx, found);
      return found.map(({ id, ownerId, pathId, contentType, picture }) => ({
        fileId: id,
        ...{ ownerId, pathId, contentType, picture },
        ...(previews.get(id) ?? { preview: 'none', transcoded: null }),
      }));
    });
  }
}
