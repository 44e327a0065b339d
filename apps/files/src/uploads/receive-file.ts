import { randomBytes } from 'node:crypto';
import { finished, PassThrough, type Readable } from 'node:stream';
import { setting } from '@chat/configuration';
import { AttachmentAdded, fileTooLarge, type UploadedFile } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { RealmRecords, ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { attachmentOf } from '../attachments/attachments.repository.js';
import { PictureInspector } from '../pictures/picture-inspector.js';
import { Previews } from '../pictures/previews/previews.service.js';
import { Scanner } from '../scanner/scanner.js';
import { FileStorage } from '../storage/file-storage.js';
import { contentTypeOf } from './content-type.js';
import { nameForPeople, nameInPath } from './file-names.js';
import { MeasuredBytes } from './measured-bytes.js';
import { Reservation, uploadEnded } from './reservation.js';
import { type ArrivedFile, type ArrivingFile, strippedKeyOf, UploadsRepository } from './uploads.repository.js';

const BYTES_PER_MIB = 1024 * 1024;
/** 144 bits, in the path of a file. */
const PATH_SECRET_BYTES = 18;
const STORAGE_KEY_BYTES = 16;

export interface IncomingFile {
  readonly realmId: number;
  readonly ownerId: number;
  /** As the client sent it. */
  readonly fileName: string;
  /** As the client declared it; empty if it did not. */
  readonly contentType: string;
  /** As in {@link BeginUpload}. */
  readonly maxBytes: number | null;
}

export interface ReceivingRow extends Pick<ArrivingFile, 'storageKey' | 'name'> {
  readonly fileId: number;
  /** As the client declared it. */
  readonly contentType: string;
  /** Reserves the space of a file of this size, or rejects. */
  readonly permit: (totalBytes: number) => Promise<void>;
}

/** The one way in which files arrive: limit, quota, scanner, storage, type, picture, and then the row that makes the file visible. */
@Injectable()
export class FileReceiver {
  readonly limitMib = setting('MAX_FILE_UPLOAD_SIZE_MIB');
  private readonly limitBytes = this.limitMib * BYTES_PER_MIB;

  constructor(
    private readonly database: Database,
    private readonly uploads: UploadsRepository,
    private readonly realms: RealmRecords,
    private readonly storage: FileStorage,
    private readonly scanner: Scanner,
    private readonly pictures: PictureInspector,
    private readonly previews: Previews,
    private readonly resources: ServiceResources,
  ) {}

  /** Throws unless a file of this many bytes may be uploaded. */
  requireWithinLimit(bytes: number): void {
    if (this.limitMib === 0 || bytes > this.limitBytes) throw fileTooLarge(this.limitMib);
  }

  /** Null: none. */
  async quotaMib(realmId: number): Promise<number | null> {
    return (await this.realms.get(realmId)).uploadQuotaMib ?? null;
  }

  /**
   * Resolves when the file is durable and visible. Rejects, and leaves nothing, if the bytes break off, are too many or infected, or the
   * storage fails.
   */
  async receive(incoming: IncomingFile, bytes: Readable): Promise<UploadedFile> {
    const { maxBytes, contentType } = incoming;
    this.requireWithinLimit(0);
    const quotaMib = await this.quotaMib(incoming.realmId);
    const file = arrivingFile(incoming);
    const reservation = await Reservation.open(this.uploads, file, {
      maxBytes: maxBytes === null ? null : Math.min(maxBytes, this.limitBytes),
      quotaMib,
    });
    const { fileId } = reservation;
    const permit = (totalBytes: number) => reservation.permit(totalBytes);
    try {
      return await this.complete({ ...file, fileId, contentType, permit }, bytes);
    } catch (error) {
      await this.removeFailed(file.storageKey);
      throw error;
    }
  }

  /**
   * Like `receive`, for a row that exists and stays if it rejects. Then it may be called again. `alsoCommit` belongs to the transaction that
   * makes the file visible.
   */
  async complete(
    row: ReceivingRow,
    bytes: Readable,
    alsoCommit: (tx: Transaction) => Promise<void> = async () => {},
  ): Promise<UploadedFile> {
    const arrived = await this.store(row, bytes);
    const uploaded = await this.publish(row.storageKey, arrived, alsoCommit);
    if (arrived.picture !== null) this.previews.schedule(row.fileId);
    return uploaded;
  }

  private async store(
    { storageKey, name, contentType: declaredType, permit }: ReceivingRow,
    bytes: Readable,
  ): Promise<ArrivedFile> {
    const copy = this.scanner.isOn ? new PassThrough() : null;
    const measured = new MeasuredBytes({
      permit: async (totalBytes) => {
        this.requireWithinLimit(totalBytes);
        await permit(totalBytes);
      },
      copyTo: copy,
    });
    // The scanner may reject after the storage has the last byte. Then nothing else listens for the error, which would end the process.
    measured.on('error', () => {});
    const scanned = copy === null ? undefined : this.scanner.scan(copy);
    scanned?.catch((error: Error) => measured.destroy(error));
    // Unlike a pipeline, this leaves the connection open for an error.
    finished(bytes, { writable: false }, (error) => error && measured.destroy(error));
    bytes.pipe(measured);
    const [stored, scan] = await Promise.allSettled([this.storage.put(storageKey, measured), scanned]);
    if (stored.status === 'rejected' || scan.status === 'rejected')
      throw causeOf(reasonOf(scan), measured.errored, reasonOf(stored));
    const isScanDue = scan.value === 'unscanned';
    const { size } = measured;
    const contentType = await contentTypeOf(declaredType, name, measured.head);
    const object = { storageKey, size, firstBytes: measured.head, contentType, strippedKey: strippedKeyOf(storageKey) };
    const { picture, stripped } = await this.pictures.inspect(object);
    const { sha256 } = stripped ?? { sha256: measured.sha256() };
    return {
      size: stripped?.size ?? size,
      contentType,
      sha256,
      picture,
      isStripped: stripped !== undefined,
      isScanDue,
    };
  }

  private publish(
    storageKey: string,
    arrived: ArrivedFile,
    alsoCommit: (tx: Transaction) => Promise<void>,
  ): Promise<UploadedFile> {
    return this.database.transaction(async (tx) => {
      const completed = await this.uploads.complete(tx, storageKey, arrived);
      if (completed === undefined) throw uploadEnded();
      const { realmId, ownerId: userId, pathId, name, bytesUsed } = completed;
      const event = { userId, attachment: attachmentOf(completed, []), uploadSpaceUsed: bytesUsed };
      tx.record(realmId, AttachmentAdded.of(event));
      await alsoCommit(tx);
      return { pathId, filename: name };
    });
  }

  /** If the database is away, the sweep removes the upload. */
  private async removeFailed(storageKey: string): Promise<void> {
    try {
      await this.uploads.removeFailed(storageKey);
    } catch (error) {
      this.resources.logger.warn({ err: error, storageKey }, 'A failed upload stays until the sweep');
    }
  }
}

const reasonOf = (settled: PromiseSettledResult<unknown>): unknown =>
  settled.status === 'rejected' ? settled.reason : undefined;

/** The first error that is not only the end of bytes that another step needs no more. */
const causeOf = (...errors: readonly unknown[]): unknown =>
  errors.find((error) => error instanceof Error && error.name !== 'AbortError') ?? errors.find(Boolean);

/** Paths and keys cannot be guessed, and keys contain nothing of the client. */
export function arrivingFile({
  realmId,
  ownerId,
  fileName,
}: Pick<IncomingFile, 'realmId' | 'ownerId' | 'fileName'>): ArrivingFile {
  const key = randomBytes(STORAGE_KEY_BYTES).toString('hex');
  const folder = randomBytes(1).toString('hex');
  const secret = randomBytes(PATH_SECRET_BYTES).toString('base64url');
  return {
    realmId,
    ownerId,
    pathId: `${realmId}/${folder}/${secret}/${nameInPath(fileName)}`,
    name: nameForPeople(fileName),
    storageKey: `uploads/${key.slice(0, 2)}/${key}`,
  };
}
