import type { FileTransfer } from '../file-transfers/file-transfers.requests.js';
import { Integer, Nested, Text } from '../kit/fields.js';
import { Principal } from '../principal.js';
import { RealmRequest, repeatable } from '../service-request.js';

/**
 * Permits the upload of one file: a PUT of its bytes, which gets an {@link UploadedFile} once they are durable and the file is stored.
 * Errors, also of the PUT: "Uploaded file is larger than the allowed limit of … MiB", REALM_UPLOAD_QUOTA, FILE_REJECTED. Effect:
 * AttachmentAdded.
 */
export class BeginUpload extends repeatable(RealmRequest<FileTransfer>, 'files.uploads.begin') {
  @Nested(Principal) actor!: Principal;
  /** As the client sent it. */
  @Text({ max: 10_000, controlCharacters: 'allowed' }) fileName!: string;
  /** As the client declared it; empty if it did not. */
  @Text({ max: 1_000, controlCharacters: 'allowed' }) contentType!: string;
  /** The file has at most this many bytes, and at most MULTIPART_SLACK_BYTES fewer; null if the client did not say. */
  @Integer({ min: 0, nullable: true }) maxBytes!: number | null;
}

/** Bytes of a multipart request besides its file. */
export const MULTIPART_SLACK_BYTES = 16_384;

/** The response of the internal listener to an upload. */
export interface UploadedFile {
  /** Below `/user_uploads/`. */
  readonly pathId: string;
  /** For people. */
  readonly filename: string;
}
