import { JsonText } from '@chat/redis-rpc';
import { type Answer, JsonPieces, PartiallyCompleted, type RawAnswer } from './answers.js';

const SUCCESS = '{"result":"success","msg":""';

/** The body of a successful answer: the envelope around what a controller's method resolved with. Bytes for pieces, else text. */
export function envelope(answer: Exclude<Answer, RawAnswer>, ignoredParameters: readonly string[]): string | Buffer {
  const ignored =
    ignoredParameters.length > 0 ? `,"ignored_parameters_unsupported":${JSON.stringify(ignoredParameters)}` : '';
  if (answer instanceof PartiallyCompleted) {
    return spliced('{"result":"partially_completed","msg":"","code":"REQUEST_TIMEOUT"', answer.fields, ignored);
  }
  if (answer instanceof JsonPieces) {
    const pieces = [`${SUCCESS},`, ...answer.members, `${ignored}}`];
    return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
  }
  if (answer instanceof JsonText) return splicedText(SUCCESS, answer.text, ignored);
  return spliced(SUCCESS, answer, ignored);
}

const spliced = (head: string, fields: object | undefined | null, ignored: string): string =>
  splicedText(head, JSON.stringify(fields ?? {}), ignored);

/** `fields` is the text of a JSON object; its members follow those of `head`. */
function splicedText(head: string, fields: string, ignored: string): string {
  const members = fields.slice(fields.indexOf('{') + 1, fields.lastIndexOf('}')).trim();
  return members === '' ? `${head}${ignored}}` : `${head},${members}${ignored}}`;
}
