import { badRequest, missingParameter } from '@chat/contracts';
import type { Integration, SignedRequest } from '../integration.js';
import { parseJsonText } from './json-text.js';

const MAX_FIELDS = 1_000;
const FORM = /^\s*application\/x-www-form-urlencoded\b/i;

/** The payload of a request in the form that its integration reads. */
export function readBody(
  { body: form = 'json' }: Pick<Integration, 'body'>,
  contentType: string | undefined,
  body: string,
): unknown {
  if (form === 'form') return fieldsOf(body);
  const text = withoutByteOrderMark(body);
  if (form === 'json' || isJson(text, contentType)) return parseJsonText(text);
  const { payload } = fieldsOf(body);
  if (payload === undefined) throw missingParameter('payload');
  return parseJsonText(payload);
}

/** A field, if the body is a form. A signature of it has to cover the value that is read. */
export function formFieldOf({ rawBody, header }: SignedRequest, name: string): string | undefined {
  const body = rawBody.toString('utf8');
  return isJson(withoutByteOrderMark(body), header('content-type')) ? undefined : fieldsOf(body)[name];
}

/** Many programs send JSON with the content type of a form, as curl does. An empty body is no JSON without its content type. */
function isJson(text: string, contentType = ''): boolean {
  if (text.trim() === '') return /json/i.test(contentType);
  return !FORM.test(contentType) || /^\s*[[{]/.test(text);
}

/** Senders add a byte order mark. */
const withoutByteOrderMark = (body: string): string => body.replace(/^\uFEFF/, '');

/** The last value of a name counts. */
export function fieldsOf(body: string): Partial<Record<string, string>> {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(withoutByteOrderMark(body))) {
    fields.set(name, value);
    if (fields.size > MAX_FIELDS) throw badRequest(`Too many parameters (limit: ${MAX_FIELDS})`);
  }
  // Not assigned one by one: a field may have the name of a part of every object.
  return Object.fromEntries(fields);
}
