import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, badRequest, invalidJson, type Outcome, tooLarge } from '@chat/contracts';
import { apiErrorOf } from '@chat/redis-rpc';
import type { AuthenticationScheme } from './endpoints.js';
import { JSON_TYPE } from './envelope.interceptor.js';

/** Texts for errors of Fastify, by its codes. */
const FRAMEWORK_TEXTS: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'Malformed path',
  FST_ERR_MAX_PARAM_LENGTH: 'Malformed path',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Malformed content type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as the request says',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'Malformed JSON',
};

/**
 * Returns the `ApiError` for an error of a controller, Fastify or Node. Texts of the framework stay inside, because they change with its
 * version. Returns undefined for an internal error; the caller logs it and responds with `internalError()`.
 */
export function apiErrorFor(error: unknown, bodyLimit: number): ApiError | undefined {
  const apiError = apiErrorOf(error, 'gateway');
  if (apiError !== undefined) return apiError;
  const { code, statusCode } = (error ?? {}) as { readonly code?: unknown; readonly statusCode?: unknown };
  if (statusCode === 413) return tooLarge(bodyLimit);
  if (error instanceof SyntaxError && statusCode === 400) return invalidJson();
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return badRequest(FRAMEWORK_TEXTS[String(code)] ?? 'Malformed request');
  }
  return undefined;
}

/**
 * The outcome that a 503 states. `possibleChanges`: requests to services that have changed something or may still do it. Requests that
 * only read have none.
 */
export function outcomeFor(method: string | undefined, possibleChanges: number): Outcome | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined;
  return possibleChanges === 0 ? 'not_started' : 'unknown';
}

const CHALLENGES: Readonly<Record<AuthenticationScheme, string>> = {
  basic: 'Basic realm="api"',
  session: 'Session realm="api"',
};

/** Codes of errors about the credentials of the request, or the signature in their place. */
const CHALLENGED = new Set<string | null>(['UNAUTHORIZED', 'INVALID_API_KEY', 'INVALID_SIGNATURE']);

export function headersOf(
  { code, status, fields }: ApiError,
  scheme: AuthenticationScheme = 'basic',
): Record<string, string> {
  const headers: Record<string, string> = {};
  // Not for wrong passwords in a body: clients would drop their Basic credentials, browsers would open a dialog.
  if (CHALLENGED.has(code)) headers['www-authenticate'] = CHALLENGES[scheme];
  if (status === 405) headers['allow'] = (fields['allowed_methods'] as readonly string[]).join(', ');
  const retryAfter = fields['retry-after'];
  if (typeof retryAfter === 'number') headers['retry-after'] = String(Math.ceil(retryAfter));
  return headers;
}

/** The body of an error response. The names of the envelope win over extra fields. */
export function bodyOf({ code, message, fields }: ApiError): string {
  return JSON.stringify({ ...fields, result: 'error', msg: message, ...(code !== null && { code }) });
}

export const tookTooLong = (): ApiError => new ApiError('BAD_REQUEST', 'The request took too long to arrive', 408);

/** Errors for requests that Node cannot read, by Node's codes. */
const SOCKET_ERRORS: Readonly<Record<string, ApiError>> = {
  HPE_HEADER_OVERFLOW: new ApiError('BAD_REQUEST', 'Request headers are too large', 431),
  ERR_HTTP_REQUEST_TIMEOUT: tookTooLong(),
};
const MALFORMED = new ApiError('BAD_REQUEST', 'Malformed request', 400);

/** Responds on the socket, because Node has made no response object, and ends it. */
export function respondToSocketError({ code = '' }: { readonly code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const error = SOCKET_ERRORS[code] ?? MALFORMED;
  const body = bodyOf(error);
  socket.end(
    [
      `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
      `content-type: ${JSON_TYPE}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** Ends a request that arrives too slowly while other requests need its memory. */
export function endSlowRequest(socket: Socket): void {
  respondToSocketError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
  socket.destroySoon();
}
