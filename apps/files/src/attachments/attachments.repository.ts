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

  /** Deletes a ready file, and leaves its bytes to the job that deletes objects. Undefined if the owner has no such file. */
  async remove(
    tx: Transaction,
    { realmId, ownerId, fileId }: Pick<FileEntity, 'realmId' | 'ownerId'> & { readonly fileId: number },
  ): Promise<FileEntity | undefined> {
    const files = tx.getRepository(FileEntity);
    const owned = { id: fileId, realmId, ownerId, state: 'ready' as const };
    const file = await files.findOne({ where: owned, lock: { mode: 'pessimistic_write' } });
    if (file === null) return undefined;
    await this.delete(tx, file);
    return file;
  }

  /** Deletes a locked row with its links. */
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
  { id, name, pathId, size, createdAt }: FileEntity,
  messages: readonly AttachmentLink[],
): Attachment => ({ ...{ id, name, pathId, size }, createTime: createdAt.getTime(), messages });
