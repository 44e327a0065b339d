import type { Readable } from 'node:stream';
import type { JsonText } from '@chat/redis-rpc';

/*
 * What a controller method may resolve with. A plain object becomes the fields beside the envelope's: `{ id }` is
 * `{"result":"success","msg":"","id":…}`. `JsonText` is put into the envelope without being parsed, and
 * `JsonPieces` without being made one text.
 */

/** Bytes are UTF-8. */
export type TextPiece = string | Buffer;

/** A large JSON object, parts of which many answers share. `members` are its text without the braces; not empty. */
export class JsonPieces {
  constructor(readonly members: readonly TextPiece[]) {}
}

/** A bulk operation that ran out of time; the client repeats the request. */
export class PartiallyCompleted {
  constructor(readonly fields: Readonly<Record<string, unknown>>) {}
}

/** An answer without the envelope: a page, an image, a download. */
export class RawAnswer {
  constructor(
    readonly contentType: string,
    readonly body: string | Buffer | Readable,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly status = 200,
  ) {}
}

export type Answer = Readonly<Record<string, unknown>> | JsonText | JsonPieces | PartiallyCompleted | RawAnswer;
