import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '@chat/contracts';
import { bodyOf } from './api-error.filter.js';
import { JSON_TYPE } from './security-headers.js';

/** Refusals of requests that never became one: Node could not read them. */
const REFUSALS: Readonly<Record<string, ApiError>> = {
  HPE_HEADER_OVERFLOW: new ApiError('BAD_REQUEST', 'Request headers are too large', 431),
  ERR_HTTP_REQUEST_TIMEOUT: new ApiError('BAD_REQUEST', 'The request took too long to arrive', 408),
};
const MALFORMED = new ApiError('BAD_REQUEST', 'Malformed request', 400);

/** Ends a request that takes too long to arrive while others need the room. */
export function answerSlowRequest(socket: Socket): void {
  answerSocketError(Object.assign(new Error('Too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  socket.destroySoon();
}

/** Answers on the socket itself, since there is no response to use, and ends it. */
export function answerSocketError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = REFUSALS[error.code ?? ''] ?? MALFORMED;
  const body = bodyOf(refusal);
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      `content-type: ${JSON_TYPE}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
