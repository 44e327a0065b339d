import { type Attachment, type AttachmentLink, MAX_LISTED_LINKS } from '@chat/contracts';
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

  /** The attachments of rows, in the same order, with their newest links. */
  async withLinks(files: readonly FileEntity[], queryable: Queryable = this.database): Promise<Attachment[]> {
    if (files.length === 0) return [];
    // Raw SQL: a limit for each file.
    const links = await queryable.query<Pick<FileMessageEntity, 'fileId' | 'messageId' | 'sentAt'>>(
      `SELECT newest.* FROM unnest($1::bigint[]) AS f (id) CROSS JOIN LATERAL (
         SELECT file_id AS "fileId", message_id AS "messageId", sent_at AS "sentAt" FROM file_messages m
         WHERE m.file_id = f.id ORDER BY m.message_id DESC LIMIT ${MAX_LISTED_LINKS}) AS newest ORDER BY "messageId"`,
      [files.map(({ id }) => id)],
    );
    const byFile = new Map<number, AttachmentLink[]>(files.map(({ id }) => [id, []]));
    for (const link of links) byFile.get(link.fileId)?.push(linkOf(link));
    return files.map((file) => attachmentOf(file, byFile.get(file.id) ?? []));
  }
}

const linkOf = ({ messageId, sentAt }: Pick<FileMessageEntity, 'messageId' | 'sentAt'>): AttachmentLink => ({
  id: messageId,
  dateSent: sentAt.getTime(),
});

export const attachmentOf = (
  { id, name, pathId, size, createdAt }: Pick<FileEntity, 'id' | 'name' | 'pathId' | 'size' | 'createdAt'>,
  messages: readonly AttachmentLink[],
): Attachment => ({ ...{ id, name, pathId, size }, createTime: createdAt.getTime(), messages });
