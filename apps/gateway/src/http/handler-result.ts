import type { Readable } from 'node:stream';
import type { JsonText } from '@chat/redis-rpc';

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
