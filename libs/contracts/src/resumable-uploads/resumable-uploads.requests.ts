import type { FileTransfer } from '../file-transfers/file-transfers.requests.js';
import { Integer, Nested, OneOf, Text } from '../kit/fields.js';
import { Principal } from '../principal.js';
import { RealmRequest, repeatable, request } from '../service-request.js';
import type { UploadedFile } from '../uploads/uploads.requests.js';

/** An upload that is not complete by then is removed. */
export const RESUMABLE_UPLOAD_HOURS = 24;
/** Incomplete uploads of one person. */
export const MAX_RESUMABLE_UPLOADS_PER_PERSON = 100;
/** Pieces of one upload. A request for a part of the file makes at least one piece. */
export const MAX_PIECES_PER_UPLOAD = 10_000;
/** Characters of the metadata that a client gives to an upload. */
export const MAX_UPLOAD_METADATA_LENGTH = 8_000;

/** Hash functions by which a client may protect the bytes of a request. */
export const CHECKSUM_ALGORITHMS = ['sha1', 'sha256', 'sha512', 'md5'] as const;
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

/** Of the bytes of one request. */
export class UploadChecksum {
  @OneOf(CHECKSUM_ALGORITHMS) algorithm!: ChecksumAlgorithm;
  /** Base64. */
  @Text({ max: 200 }) digest!: string;
}

/** A file that arrives in several requests. */
export interface ResumableUpload {
  readonly id: string;
  /** Bytes of the whole file. */
  readonly length: number;
  /** Bytes that are durable. The whole length only if the file is complete. */
  readonly offset: number;
  readonly expiresAtMs: number;
  /** As the client wrote it. */
  readonly metadata: string;
}

/**
 * Begins a file of known length and reserves its space for RESUMABLE_UPLOAD_HOURS. An empty file also needs one transfer. Errors: those of
 * BeginUpload; 429 beyond MAX_RESUMABLE_UPLOADS_PER_PERSON.
 */
export class CreateResumableUpload extends request(RealmRequest<ResumableUpload>, 'files.resumable_uploads.create') {
  @Nested(Principal) actor!: Principal;
  @Integer({ min: 0 }) length!: number;
  @Text({ max: MAX_UPLOAD_METADATA_LENGTH }) metadata!: string;
  /** As the client sent it. */
  @Text({ max: MAX_UPLOAD_METADATA_LENGTH, controlCharacters: 'allowed' }) fileName!: string;
  /** As the client declared it; empty if it did not. */
  @Text({ max: MAX_UPLOAD_METADATA_LENGTH, controlCharacters: 'allowed' }) contentType!: string;
}

/** A request about one upload of the actor. Error 404: there is none, or no longer. Error 423: another request does not end. */
abstract class OwnResumableUpload<Reply> extends RealmRequest<Reply> {
  @Nested(Principal) actor!: Principal;
  @Text({ max: 1_000, controlCharacters: 'allowed' }) uploadId!: string;
}

/** Ends a transfer of the upload that is under way, so that the reply has all of its bytes. */
export class FindResumableUpload extends repeatable(
  OwnResumableUpload<ResumableUpload>,
  'files.resumable_uploads.find',
) {}

/**
 * Permits a PUT of bytes at an offset, which gets a {@link ResumedUpload}. It ends another transfer of the upload that is under way. Errors,
 * also of the PUT: 409 for another offset than that of the upload; 413 for more bytes than it lacks; 460 if the checksum differs; with the
 * last byte those of BeginUpload. An error of the file itself removes the upload. Bytes of a transfer that breaks off stay, unless they have
 * a checksum. Effect of the last byte: AttachmentAdded.
 */
export class ContinueResumableUpload extends repeatable(
  OwnResumableUpload<FileTransfer>,
  'files.resumable_uploads.continue',
) {
  @Integer({ min: 0 }) offset!: number;
  /** Bytes of the transfer; null if the client did not say. */
  @Integer({ min: 0, nullable: true }) bytes!: number | null;
  @Nested(UploadChecksum, { nullable: true }) checksum!: UploadChecksum | null;
}

/** The response of the internal listener to bytes of a resumable upload. */
export interface ResumedUpload {
  readonly offset: number;
  readonly expiresAtMs: number;
  /** Null while bytes are missing. */
  readonly file: UploadedFile | null;
}

/** Removes an incomplete upload with its bytes and its reservation. Error 403: the file is complete. */
export class TerminateResumableUpload extends repeatable(
  OwnResumableUpload<void>,
  'files.resumable_uploads.terminate',
) {}
