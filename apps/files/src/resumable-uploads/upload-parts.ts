import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { ApiError, type ResumedUpload, type UploadChecksum, type UploadedFile } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { FileStorage } from '../storage/file-storage.js';
import { FileReceiver } from '../uploads/receive-file.js';
import { PieceReader } from './piece-reader.js';
import type { ResumableUploadEntity } from './resumable-upload.entity.js';
import {
  type Piece,
  RESUMABLE,
  ResumableUploadsRepository,
  type UploadOfPerson,
} from './resumable-uploads.repository.js';
import { tooManyBytes, uploadIsInUse, wrongChecksum, wrongOffset } from './upload-errors.js';

/** A permitted request for a part of a file. */
export interface PartOfUpload extends UploadOfPerson {
  readonly offset: number;
  readonly checksum: UploadChecksum | null;
  /** The gateway has made sure that the body is not too long. */
  readonly isLengthKnown: boolean;
}

/** Part of a key, because an attempt that is too late must not replace the piece of a later one. */
const ATTEMPT_BYTES = 4;

/**
 * Stores parts of files in pieces. A piece counts when it is durable and committed. The last one counts only together with the complete
 * file: if that fails, the client sends the last piece again, and so repeats the attempt.
 */
@Injectable()
export class UploadParts {
  constructor(
    private readonly storage: FileStorage,
    private readonly uploads: ResumableUploadsRepository,
    private readonly receiver: FileReceiver,
  ) {}

  /** To be called with the lock of the upload. */
  async receive(
    upload: ResumableUploadEntity,
    { offset, checksum, isLengthKnown }: PartOfUpload,
    body: IncomingMessage,
    stop: AbortSignal,
  ): Promise<ResumedUpload> {
    if (offset !== upload.received) throw wrongOffset(upload.received);
    const reader = new PieceReader(body, checksum, stop, uploadIsInUse);
    const part = new Part(offset);
    // Only a sound body may count before its end.
    const commitsAtOnce = checksum === null && isLengthKnown;
    try {
      while (part.end < upload.length && (await reader.hasMore())) {
        part.pending.push(await this.store(upload, part.end, reader));
        if (commitsAtOnce) await this.commit(upload, part);
      }
      await requireSound(reader);
      const file = part.end < upload.length ? null : await this.complete(upload, part);
      if (file === null) await this.commit(upload, part);
      return { offset: part.end, expiresAtMs: upload.expiresAt.getTime(), file };
    } catch (error) {
      const isTooLong = error instanceof ApiError && error.status === tooManyBytes().status;
      // The bytes of a body that broke off stay.
      if (checksum === null && !isTooLong) await this.commit(upload, part).catch(() => {});
      await Promise.allSettled(part.pending.map(({ storageKey }) => this.storage.delete(storageKey)));
      throw error;
    }
  }

  private async store({ id, length }: ResumableUploadEntity, start: number, reader: PieceReader): Promise<Piece> {
    const storageKey = `${RESUMABLE}${id}/${start}.${randomBytes(ATTEMPT_BYTES).toString('hex')}`;
    const size = await this.storage.put(storageKey, Readable.from(reader.piece(length - start)));
    return { start, size, storageKey };
  }

  /** Without the last piece of the file. */
  private async commit({ id, length, received }: ResumableUploadEntity, part: Part): Promise<void> {
    const [last, pieces] = [part.pending.at(-1), part.pending];
    const counting = part.end === length ? pieces.slice(0, -1) : pieces;
    if (last === undefined || counting.length === 0) return;
    if (!(await this.uploads.addPieces(id, counting))) throw wrongOffset(received);
    part.pending = pieces.slice(counting.length);
    part.committed = part.pending[0]?.start ?? last.start + last.size;
  }

  private async complete(upload: ResumableUploadEntity, part: Part): Promise<UploadedFile> {
    const { id: fileId, name, storageKey, state, pathId } = await this.uploads.file(upload);
    // The client repeats a request without bytes, because it has not seen the response.
    if (state === 'ready') return { pathId, filename: name };
    const pieces = [...(await this.uploads.pieces(upload)), ...part.pending];
    const row = { fileId, name, storageKey, contentType: upload.contentType, permit: async () => {} };
    try {
      return await this.receiver.complete(row, Readable.from(this.bytesOf(pieces)), async (tx) => {
        if (!(await this.uploads.complete(tx, upload, part.committed))) throw wrongOffset(upload.received);
      });
    } catch (error) {
      // The file itself was refused, and would be again.
      if (error instanceof ApiError && error.status < 500) await this.uploads.remove(upload);
      throw error;
    }
  }

  private async *bytesOf(pieces: readonly Piece[]): AsyncGenerator<Buffer> {
    for (const { storageKey } of pieces) yield* await this.storage.get(storageKey);
  }
}

/** The pieces of one request. */
class Part {
  /** Durable, but not committed. */
  pending: Piece[] = [];

  constructor(public committed: number) {}

  get end(): number {
    const last = this.pending.at(-1);
    return last === undefined ? this.committed : last.start + last.size;
  }
}

async function requireSound(reader: PieceReader): Promise<void> {
  if (reader.failure !== undefined) throw reader.failure;
  if (await reader.hasMore()) throw tooManyBytes();
  if (!reader.hasRightChecksum()) throw wrongChecksum();
}
