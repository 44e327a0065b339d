import type { IncomingMessage } from 'node:http';
import { endSlowRequest } from './api-error.filter.js';

/** A request must arrive completely within this time. A file has a least rate instead ({@link TransferPace}). */
const RECEIVE_TIMEOUT_MS = 60_000;

/** Ends a request if its body does not arrive in time. Node's own limit would also hold for files. */
export function limitReceiving(request: IncomingMessage, timeoutMs = RECEIVE_TIMEOUT_MS): void {
  if (request.complete || !hasBody(request)) return;
  const timer = setTimeout(() => {
    if (!request.complete) endSlowRequest(request.socket);
  }, timeoutMs);
  request.once('close', () => clearTimeout(timer));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
