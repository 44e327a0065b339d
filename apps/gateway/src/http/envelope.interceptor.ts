import type { Writer } from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';
import {
  type FileResponse,
  type HandlerResult,
  type JsonPieces,
  PartiallyCompleted,
  type TextPiece,
} from './handler-result.js';

/** Headers of every response. Scripts, frames and caches have no use for a response of the API. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'private, no-store',
};
export const JSON_TYPE = 'application/json; charset=utf-8';

const RESULT = '{"result":"success"';
const SUCCESS = `${RESULT},"msg":""`;
/** Begins the members of a response with a `msg` of its own, which replaces the empty one. */
const OWN_MESSAGE = '"msg":';

/**
 * The body of a successful response: the result of a controller in the envelope. `write` gives the members of a plain object their names
 * on the wire.
 */
export function envelope(
  result: Exclude<HandlerResult, FileResponse | JsonPieces>,
  ignoredParameters: readonly string[],
  write: Writer<object>,
): string {
  const ignored = ignoredMember(ignoredParameters);
  if (result instanceof PartiallyCompleted) {
    return `{"result":"partially_completed","msg":"","code":"REQUEST_TIMEOUT"${ignored}}`;
  }
  const fields = result instanceof JsonText ? result.text : JSON.stringify(write(result ?? {}));
  const members = fields.slice(fields.indexOf('{') + 1, fields.lastIndexOf('}')).trim();
  if (members.startsWith(OWN_MESSAGE)) return `${RESULT},${members}${ignored}}`;
  return members === '' ? `${SUCCESS}${ignored}}` : `${SUCCESS},${members}${ignored}}`;
}

/** The same for pieces, which stay pieces. */
export const envelopedPieces = ({ members }: JsonPieces, ignoredParameters: readonly string[]): TextPiece[] => [
  `${SUCCESS},`,
  ...members,
  `${ignoredMember(ignoredParameters)}}`,
];

export const joinedPieces = (pieces: readonly TextPiece[]): Buffer =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));

const ignoredMember = (names: readonly string[]): string =>
  names.length > 0 ? `,"ignored_parameters_unsupported":${JSON.stringify(names)}` : '';
