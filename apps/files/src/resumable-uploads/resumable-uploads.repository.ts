import { MAX_RESUMABLE_UPLOADS_PER_PERSON, RESUMABLE_UPLOAD_HOURS } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { LessThan, MoreThan } from 'typeorm';
import { DiscardedObjectEntity, FileEntity } from '../attachments/file.entity.js';
import { type ArrivingFile, UploadsRepository } from '../uploads/uploads.repository.js';
import { ResumablePieceEntity, ResumableUploadEntity } from './resumable-upload.entity.js';
import { tooManyUploads } from './upload-errors.js';

export type UploadOfPerson = Pick<ResumableUploadEntity, 'id' | 'realmId' | 'ownerId'>;
export type StoredUpload = Pick<ResumableUploadEntity, 'id' | 'fileId'>;
export type NewUpload = Pick<ResumableUploadEntity, 'id' | 'length' | 'contentType' | 'metadata'>;
export type Piece = Pick<ResumablePieceEntity, 'start' | 'size' | 'storageKey'>;

const EXPIRED_PER_RUN = 1_000;

@Injectable()
export class ResumableUploadsRepository {
  constructor(
    private readonly database: Database,
    private readonly uploads: UploadsRepository,
  ) {}

  /** Throws REALM_UPLOAD_QUOTA, or a 429 if the person has too many incomplete uploads. */
  create(file: ArrivingFile, upload: NewUpload, quotaMib: number | null): Promise<ResumableUploadEntity> {
    return this.database.transaction(async (tx) => {
      const { realmId, ownerId } = file;
      const fileId = await this.uploads.insertWithin(tx, file, upload.length, quotaMib, false);
      // The reservation has locked the realm, so simultaneous creations count each other.
      const [open] = await tx.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM resumable_uploads u JOIN files f ON f.id = u.file_id
         WHERE u.realm_id = $1 AND u.owner_id = $2 AND f.state = 'receiving'`,
        [realmId, ownerId],
      );
      if ((open?.count ?? 0) >= MAX_RESUMABLE_UPLOADS_PER_PERSON) throw tooManyUploads();
      const uploads = tx.getRepository(ResumableUploadEntity);
      const expiresAt = () => `now() + make_interval(hours => ${RESUMABLE_UPLOAD_HOURS})`;
      await uploads.insert({ ...upload, fileId, realmId, ownerId, expiresAt });
      return uploads.findOneByOrFail({ id: upload.id });
    });
  }

  /** Null for an upload of another person, too. */
  find({ id, realmId, ownerId }: UploadOfPerson): Promise<ResumableUploadEntity | null> {
    const where = { id, realmId, ownerId, expiresAt: MoreThan(new Date()) };
    return this.database.getRepository(ResumableUploadEntity).findOneBy(where);
  }

  file({ fileId }: ResumableUploadEntity): Promise<FileEntity> {
    return this.database.getRepository(FileEntity).findOneByOrFail({ id: fileId });
  }

  pieces({ id }: ResumableUploadEntity): Promise<Piece[]> {
    return this.database.getRepository(ResumablePieceEntity).find({ where: { uploadId: id }, order: { start: 'ASC' } });
  }

  countPieces({ id }: ResumableUploadEntity): Promise<number> {
    return this.database.getRepository(ResumablePieceEntity).countBy({ uploadId: id });
  }

  /** Adds pieces that follow the received ones. Returns false if the upload went on or ended meanwhile. */
  addPieces(uploadId: string, pieces: readonly Piece[]): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const [first, last] = [pieces[0] as Piece, pieces.at(-1) as Piece];
      if (!(await this.advance(tx, uploadId, first.start, last.start + last.size))) return false;
      await tx.getRepository(ResumablePieceEntity).insert(pieces.map((piece) => ({ ...piece, uploadId })));
      return true;
    });
  }

  /** Marks the upload as complete and discards its pieces. Returns false if the upload went on meanwhile. */
  async complete(tx: Transaction, { id, length }: ResumableUploadEntity, received: number): Promise<boolean> {
    if (!(await this.advance(tx, id, received, length))) return false;
    await tx.getRepository(ResumablePieceEntity).delete({ uploadId: id });
    await discardPieces(tx, id);
    return true;
  }

  /** Removes an incomplete upload with its reservation. Without effect on a complete one; then it returns false. */
  remove({ id, fileId }: StoredUpload): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await this.uploads.remove(tx, { id: fileId }))) return false;
      await discardPieces(tx, id);
      return true;
    });
  }

  /** Removes an incomplete upload like `remove`. Of a complete one, the file stays. */
  async forget(upload: StoredUpload): Promise<void> {
    if (await this.remove(upload)) return;
    await this.database.transaction((tx) => tx.getRepository(ResumableUploadEntity).delete({ id: upload.id }));
  }

  expired(): Promise<StoredUpload[]> {
    return this.database.getRepository(ResumableUploadEntity).find({
      where: { expiresAt: LessThan(new Date()) },
      order: { expiresAt: 'ASC' },
      take: EXPIRED_PER_RUN,
    });
  }

  private async advance(tx: Transaction, id: string, from: number, to: number): Promise<boolean> {
    const uploads = tx.getRepository(ResumableUploadEntity);
    return (await uploads.update({ id, received: from }, { received: to })).affected === 1;
  }
}

export const RESUMABLE = 'resumable/';

/** A job deletes all objects of the upload. */
async function discardPieces(tx: Transaction, uploadId: string): Promise<void> {
  await tx.getRepository(DiscardedObjectEntity).upsert({ storageKey: RESUMABLE + uploadId }, ['storageKey']);
}
