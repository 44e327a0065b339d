import { randomBytes } from 'node:crypto';
import type {
  ContinueResumableUpload,
  CreateResumableUpload,
  FileTransfer,
  FindResumableUpload,
  ResumableUpload,
  TerminateResumableUpload,
} from '@chat/contracts';
import { MAX_PIECES_PER_UPLOAD } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { respondWithJson, type Transfer, TransferListener } from '../transfers/transfer-listener.js';
import { arrivingFile, FileReceiver } from '../uploads/receive-file.js';
import type { ResumableUploadEntity } from './resumable-upload.entity.js';
import { ResumableUploadsRepository, type UploadOfPerson } from './resumable-uploads.repository.js';
import { noSuchUpload, tooManyBytes, tooManyPieces, uploadIsComplete } from './upload-errors.js';
import { UploadLocks } from './upload-locks.js';
import { type PartOfUpload, UploadParts } from './upload-parts.js';

const PREFIX = '/resumable/';
const UPLOAD_ID_BYTES = 16;
const UPLOAD_ID = /^[0-9a-f]{32}$/;

type OfActor = Pick<FindResumableUpload, 'realmId' | 'actor' | 'uploadId'>;

/** Files that arrive in several requests, through any replica. */
@Injectable()
export class ResumableUploadsService {
  constructor(
    private readonly transfers: TransferListener,
    private readonly receiver: FileReceiver,
    private readonly uploads: ResumableUploadsRepository,
    private readonly parts: UploadParts,
    private readonly locks: UploadLocks,
  ) {
    transfers.serve<PartOfUpload>('PUT', PREFIX, (transfer) => this.receive(transfer));
  }

  async create(request: CreateResumableUpload): Promise<ResumableUpload> {
    const { realmId, actor, length, fileName, contentType, metadata } = request;
    this.receiver.requireWithinLimit(length);
    const quotaMib = await this.receiver.quotaMib(realmId);
    const file = arrivingFile({ realmId, ownerId: actor.userId, fileName });
    const id = randomBytes(UPLOAD_ID_BYTES).toString('hex');
    return described(await this.uploads.create(file, { id, length, contentType, metadata }, quotaMib));
  }

  async find(request: FindResumableUpload): Promise<ResumableUpload> {
    const upload = await this.require(uploadOf(request));
    return this.locks.during(upload.id, async () => described(await this.require(upload)));
  }

  /** Refuses a body that is certainly too long before the gateway reads it. */
  async continue(request: ContinueResumableUpload): Promise<FileTransfer> {
    const { offset, bytes, checksum } = request;
    const upload = await this.require(uploadOf(request));
    const lacking = upload.length - offset;
    if (lacking >= 0 && (bytes ?? 0) > lacking) throw tooManyBytes();
    if ((await this.uploads.countPieces(upload)) >= MAX_PIECES_PER_UPLOAD) throw tooManyPieces();
    const { id, realmId, ownerId } = upload;
    const part: PartOfUpload = { id, realmId, ownerId, offset, checksum, isLengthKnown: bytes !== null };
    return this.transfers.grant('PUT', PREFIX + id, part);
  }

  async terminate(request: TerminateResumableUpload): Promise<void> {
    const { id } = await this.require(uploadOf(request));
    await this.locks.during(id, async () => {
      const upload = await this.require(uploadOf(request));
      if (!(await this.uploads.remove(upload))) throw uploadIsComplete();
    });
  }

  private async receive({ payload, request, response }: Transfer<PartOfUpload>): Promise<void> {
    try {
      const resumed = await this.locks.during(payload.id, async (stop) =>
        this.parts.receive(await this.require(payload), payload, request, stop),
      );
      respondWithJson(response, resumed);
    } finally {
      // Reads the rest of a refused body, so that the connection can carry the response.
      request.resume();
    }
  }

  private async require(upload: UploadOfPerson): Promise<ResumableUploadEntity> {
    const found = UPLOAD_ID.test(upload.id) ? await this.uploads.find(upload) : null;
    if (found === null) throw noSuchUpload();
    return found;
  }
}

const uploadOf = ({ realmId, actor, uploadId }: OfActor): UploadOfPerson => ({
  id: uploadId,
  realmId,
  ownerId: actor.userId,
});

const described = ({ id, length, received, expiresAt, metadata }: ResumableUploadEntity): ResumableUpload => ({
  ...{ id, length, metadata },
  offset: received,
  expiresAtMs: expiresAt.getTime(),
});
