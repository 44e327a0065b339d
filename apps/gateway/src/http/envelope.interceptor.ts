import type { Readable } from 'node:stream';
import type { Writer } from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';

/** Headers of every response. Scripts, frames and caches have no use for a response of the API. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'private, no-store',
};
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Bytes are UTF-8. */
export type TextPiece = string | Buffer;

/** A large JSON object with parts that many responses share. `members`: its text without the braces; not empty. */
export class JsonPieces {
  constructor(readonly members: readonly TextPiece[]) {}
}

/** Result of a bulk operation that ran out of time. The client repeats the request. */
export class PartiallyCompleted {
  readonly isComplete = false;
}

/** A response without the envelope: a page, an image, a download. */
export class FileResponse {
  constructor(
    readonly contentType: string,
    readonly body: string | Buffer | Readable,
    readonly headers: Readonly<Record<string, string | readonly string[]>> = {},
    readonly status = 200,
  ) {}
}

/** Result of a controller method. A plain object has the fields of the response by their names in code. `JsonText` and `JsonPieces` are not parsed. */
export type HandlerResult =
  | Readonly<Record<string, unknown>>
  | JsonText
  | JsonPieces
  | PartiallyCompleted
  | FileResponse;

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
