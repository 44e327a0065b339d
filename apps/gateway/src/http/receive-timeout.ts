import type { IncomingMessage } from 'node:http';
import { endSlowRequest } from './api-error.filter.js';

/** A request must arrive completely within this time. A file has a least rate instead ({@link TransferPace}). */
const RECEIVE_TIMEOUT_MS = 60_000;
/** Of a body without a declared length that are read after its response. */
export const MAX_DISCARDED_BYTES = 8 * 1024 * 1024;

/** Ends a request if its body does not arrive in time. Node's own limit would also hold for files. */
export function limitReceiving(request: IncomingMessage, timeoutMs = RECEIVE_TIMEOUT_MS): void {
  if (request.complete || !hasBody(request)) return;
  const timer = setTimeout(() => {
    if (!request.complete) endSlowRequest(request.socket);
  }, timeoutMs);
  request.once('close', () => clearTimeout(timer));
}

/**
 * Reads the rest of a body after its response and discards it: closing at once would reset the connection before the client reads the
 * response. Ends the connection if the rest has no end.
 */
export function discardRest(request: IncomingMessage): void {
  if (!hasBody(request)) return;
  limitReceiving(request);
  if (request.headers['content-length'] === undefined) {
    let discarded = 0;
    request.on('data', (chunk: Buffer) => {
      discarded += chunk.length;
      if (discarded > MAX_DISCARDED_BYTES) request.socket.destroySoon();
    });
  }
  // A consumer that has stopped reading would pause the body again.
  request.unpipe();
  request.resume();
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
