import { RealmRequest, repeatable, request, ServiceRequest } from '../service-request.js';

/* For operators. */

export interface FilesUsage {
  readonly files: number;
  readonly bytesUsed: number;
  /** Of uploads under way. */
  readonly bytesReserved: number;
  /** Null: none. */
  readonly quotaMib: number | null;
}

/** Reads the space of a realm. */
export class GetFilesUsage extends repeatable(RealmRequest<FilesUsage>, 'files.operations.get_usage') {}

/** Time for one run over all files. A longer run goes on without its caller. */
const RUN_TIMEOUT_MS = 600_000;

/** Deletes unclaimed files, uploads that ended with their process, and the bytes of both now. Replies the number of deleted files. */
export class SweepFiles extends request(ServiceRequest<{ readonly deleted: number }>, 'files.operations.sweep') {
  static readonly timeoutMs = RUN_TIMEOUT_MS;
}

/** Compares rows and bytes now. Old bytes without a row are deleted. */
export class CheckFileStorage extends request(
  ServiceRequest<{
    readonly objectsWithoutRow: number;
    readonly filesWithoutBytes: number;
  }>,
  'files.operations.check',
) {
  static readonly timeoutMs = RUN_TIMEOUT_MS;
}
