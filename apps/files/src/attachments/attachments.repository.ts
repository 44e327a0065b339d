import type { Attachment, AttachmentLink } from '@chat/contracts';
import { Database, type Queryable, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { DiscardedObjectEntity, FileEntity, FileMessageEntity } from './file.entity.js';

@Injectable()
export class AttachmentsRepository {
  constructor(private readonly database: Database) {}

  /** The ready files of an owner, oldest first; with `ids`, those among them. */
  async ofOwner(
    { realmId, ownerId }: Pick<FileEntity, 'realmId' | 'ownerId'>,
    ids?: readonly number[],
  ): Promise<Attachment[]> {
    const owned = { realmId, ownerId, state: 'ready' as const, ...(ids && { id: In(ids) }) };
    const files = await this.database.getRepository(FileEntity).find({ where: owned, order: { id: 'ASC' } });
    return this.withLinks(files);
  }

  /** Locks a ready file. Null if there is none with these properties. */
  async lock(
    tx: Transaction,
    file: Pick<FileEntity, 'id'> & Partial<Pick<FileEntity, 'realmId' | 'ownerId'>>,
  ): Promise<FileEntity | null> {
    const where = { ...file, state: 'ready' as const };
    return tx.getRepository(FileEntity).findOne({ where, lock: { mode: 'pessimistic_write' } });
  }

  /** Deletes a locked row with its links, and leaves its bytes and previews to the job that deletes objects. */
  async delete(tx: Transaction, { id, storageKey }: FileEntity): Promise<void> {
    await tx.getRepository(FileMessageEntity).delete({ fileId: id });
    await tx.getRepository(FileEntity).delete({ id });
    await tx.getRepository(DiscardedObjectEntity).insert({ storageKey });
  }

  /** The attachments of rows, in the same order. */
  async withLinks(files: readonly FileEntity[], queryable: Queryable = this.database): Promise<Attachment[]> {
    if (files.length === 0) return [];
    const links = await queryable
      .getRepository(FileMessageEntity)
      .find({ where: { fileId: In(files.map(({ id }) => id)) }, order: { messageId: 'ASC' } });
    const byFile = new Map<number, AttachmentLink[]>(files.map(({ id }) => [id, []]));
    for (const link of links) byFile.get(link.fileId)?.push(linkOf(link));
    return files.map((file) => attachmentOf(file, byFile.get(file.id) ?? []));
  }
}

const linkOf = ({ messageId, sentAt }: FileMessageEntity): AttachmentLink => ({
  id: messageId,
  dateSent: sentAt.getTime(),
});

export const attachmentOf = (
  { id, name, pathId, size, createdAt }: Pick<FileEntity, 'id' | 'name' | 'pathId' | 'size' | 'createdAt'>,
  messages: readonly AttachmentLink[],
): Attachment => ({ ...{ id, name, pathId, size }, createTime: createdAt.getTime(), messages });
