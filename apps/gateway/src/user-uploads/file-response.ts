import type { OpenedFile } from '../file-transfers/file-transfers.js';
import { FileResponse } from '../http/index.js';

/** Headers of the files service that are for clients. */
const PASSED = [
  // Readers get a file with this header from the bucket.
  'location',
  'content-length',
  'content-range',
  'content-disposition',
  'content-security-policy',
  'x-content-type-options',
  'cache-control',
  'accept-ranges',
  'etag',
] as const;

/** The response to a client from that of the files service. */
export function fileResponse(
  { status, headers, bytes }: OpenedFile,
  further: Readonly<Record<string, string>> = {},
): FileResponse {
  const passed = Object.fromEntries(
    PASSED.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  return new FileResponse(
    headers['content-type'] ?? 'application/octet-stream',
    bytes,
    { ...passed, ...further },
    status,
  );
}
