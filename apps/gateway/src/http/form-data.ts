import type { Readable } from 'node:stream';
import { badRequest } from '@chat/contracts';
import type { FastifyRequest } from 'fastify';
import type { IncomingFile } from './incoming-file.js';

/** Parameters by name. A repeated name keeps its last value, as the reference server does. */
export type FormData = ReadonlyMap<string, string> & { all?(name: string): readonly string[] };

/** A parsed form-encoded or multipart body. */
export interface FormBody {
  readonly fields: FormData;
  /** The file of an endpoint with `streamsFile`. More fields may come after it. */
  readonly file?: IncomingFile | undefined;
  /** The body of an endpoint that speaks tus. */
  readonly bytes?: Readable;
  /** The body of a webhook. */
  readonly raw?: Buffer;
}

/** Parameters in the query, and in the body, of one request. */
export const MAX_FORM_FIELDS = 1_000;

/** Remembers the values of repeated names, too. */
export class FormFields extends Map<string, string> {
  private repeated: Map<string, string[]> | undefined;

  add(name: string, value: string): void {
    const former = this.get(name);
    this.set(name, value);
    if (former === undefined) return;
    this.repeated ??= new Map();
    const values = this.repeated.get(name) ?? [former];
    // Enough for every list, which has a limit of its own.
    if (values.length <= MAX_FORM_FIELDS) values.push(value);
    this.repeated.set(name, values);
  }

  /** The first values of a name, at most one more than MAX_FORM_FIELDS. */
  all(name: string): readonly string[] {
    const only = this.get(name);
    return this.repeated?.get(name) ?? (only === undefined ? [] : [only]);
  }
}

const NO_FIELDS = new FormFields();
export const NO_BODY: FormBody = { fields: NO_FIELDS };
const PERCENT_ESCAPES = /(?:%[0-9a-f]{2})+/gi;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parser of form-encoded bodies for Fastify. */
export async function parseFormBody(_: FastifyRequest, body: Buffer): Promise<FormBody> {
  return { fields: parseForm(decodeUtf8(body, 'The body')) };
}

/** The body of a request; empty for requests without one. */
export const bodyOf = ({ body }: FastifyRequest): FormBody => (body as FormBody | undefined | null) ?? NO_BODY;

export function queryOf({ raw: { url = '' } }: FastifyRequest): FormData {
  const start = url.indexOf('?');
  if (start === -1) return NO_FIELDS;
  const fragment = url.indexOf('#', start);
  return parseForm(url.slice(start + 1, fragment === -1 ? undefined : fragment));
}

/** For Fastify, which need not parse the query: {@link queryOf} does it. */
export const leaveQuery = () => ({});

/**
 * Reads `a=1&b=2`: a query string or a form-encoded body. A `%` that escapes nothing stands for itself. Throws for bytes that are not
 * UTF-8, because a replacement character would be stored instead of the text.
 */
export function parseForm(text: string): FormData {
  if (text === '') return NO_FIELDS;
  const fields = new FormFields();
  let start = 0;
  while (start <= text.length) {
    const ampersand = text.indexOf('&', start);
    const end = ampersand === -1 ? text.length : ampersand;
    if (end > start) {
      const equals = text.indexOf('=', start);
      const nameEnd = equals === -1 || equals > end ? end : equals;
      const name = decode(text.slice(start, nameEnd), 'A parameter name');
      fields.add(name, decode(text.slice(nameEnd + 1, end), name));
      if (fields.size > MAX_FORM_FIELDS) throw tooManyFields();
    }
    start = end + 1;
  }
  return fields;
}

export const tooManyFields = () => badRequest(`Too many parameters (limit: ${MAX_FORM_FIELDS})`);

/** Text of `bytes`, which must be UTF-8. */
export function decodeUtf8(bytes: Buffer, name: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw badRequest(`${name} is not valid UTF-8`);
  }
}

function decode(escaped: string, name: string): string {
  const text = escaped.includes('+') ? escaped.replaceAll('+', ' ') : escaped;
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(PERCENT_ESCAPES, (run) => decodeUtf8(Buffer.from(run.replaceAll('%', ''), 'hex'), name));
  }
}
