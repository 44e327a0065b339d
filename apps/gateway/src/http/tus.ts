import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { finished, PassThrough, type Readable } from 'node:stream';
import { ApiError, CHECKSUM_ALGORITHMS, type Endpoint, takesBytes } from '@chat/contracts';
import { tookTooLong } from './api-error.filter.js';
import { TransferPace } from './transfer-pace.js';

/** The type of a body of bytes. */
export const BYTES_TYPE = 'application/offset+octet-stream';
const VERSION = '1.0.0';
const EXTENSIONS = 'creation,creation-with-upload,termination,expiration,checksum';
const BYTES_PER_MIB = 1024 * 1024;

/** Headers of every response of an endpoint that speaks tus. */
export const TUS_HEADERS = { 'tus-resumable': VERSION, 'tus-version': VERSION };

/** Headers of the response to OPTIONS. */
export const tusCapabilities = (maxFileMib: number): Record<string, string> => ({
  ...TUS_HEADERS,
  'tus-extension': EXTENSIONS,
  'tus-max-size': String(maxFileMib * BYTES_PER_MIB),
  'tus-checksum-algorithm': CHECKSUM_ALGORITHMS.join(','),
});

/** Refuses a request of another version of tus, or with a body that is no bytes. */
export function requireTus(endpoint: Endpoint, headers: IncomingHttpHeaders): void {
  if (headers['tus-resumable'] !== VERSION) throw new ApiError('BAD_REQUEST', `Send Tus-Resumable: ${VERSION}`, 412);
  const type = headers['content-type'];
  if (!takesBytes(endpoint) || type === BYTES_TYPE) return;
  // Some programs declare a type for an absent body.
  if (endpoint.method === 'POST' && !hasBody(headers)) return;
  throw new ApiError('BAD_REQUEST', `The content type must be ${BYTES_TYPE}`, 415);
}

/** Whether the request may have bytes. */
export const hasBody = ({ 'content-length': length, 'transfer-encoding': encoding }: IncomingHttpHeaders): boolean =>
  encoding !== undefined || Number(length ?? 0) > 0;

/** The error with the field and headers that clients of tus expect. */
export function tusError({ code, message, status, fields }: ApiError): ApiError {
  const text = status === 401 ? 'Unauthenticated upload' : message;
  return new ApiError(code, message, status, { ...fields, message: text });
}

/** The bytes of a body. A consumer that destroys them leaves the connection open for the response. */
export function incomingBytes(body: IncomingMessage): Readable {
  const bytes = new PassThrough();
  // The body may break off before a consumer listens.
  bytes.on('error', () => {});
  const { socket } = body;
  const pace = new TransferPace(
    () => socket.bytesRead,
    () => body.destroy(tookTooLong()),
  );
  finished(body, { writable: false }, (error) => {
    pace.stop();
    if (error) bytes.destroy(error);
  });
  return body.pipe(bytes);
}
