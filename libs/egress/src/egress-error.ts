/**
 * - `refused`: the address is not allowed, or its name has no address; no connection was opened.
 * - `timeout`: the request took too long.
 * - `connection`: the connection could not be opened, or it broke.
 * - `malformed`: the response is no HTTP, or its headers are too large.
 */
export type EgressErrorKind = 'refused' | 'timeout' | 'connection' | 'malformed';

/** Names without an address have the text of forbidden ones, so it reveals no inner name and no inner port. */
const TEXTS: Record<EgressErrorKind, string> = {
  refused: 'The address does not lead to a server that may be contacted.',
  timeout: 'The server did not respond in time.',
  connection: 'The connection failed.',
  malformed: 'The response is not valid HTTP.',
};

/** A request without a response. Its text may be shown to the user that named the address. */
export class EgressError extends Error {
  constructor(
    readonly kind: EgressErrorKind,
    cause?: unknown,
  ) {
    super(TEXTS[kind], { cause });
  }
}

const TIMEOUTS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);
const PROXY_REFUSAL = /^Proxy response \((?:403|407)\)/;

/** The error of an undici request, or of the socket below it. */
export function egressErrorOf(error: unknown): EgressError {
  if (error instanceof EgressError) return error;
  const { name = '', code = '', message = '' } = error as { name?: string; code?: string; message?: string };
  if (TIMEOUTS.has(code)) return new EgressError('timeout', error);
  if (PROXY_REFUSAL.test(message)) return new EgressError('refused', error);
  const isMalformed = name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW';
  return new EgressError(isMalformed ? 'malformed' : 'connection', error);
}
