import { badRequest, tooLarge } from '@chat/contracts';
import type { UploadedFile } from './call.js';
import type { UploadLimits } from './endpoint.js';
import { decodeUtf8, type FormData, MAX_FORM_FIELDS, tooManyFields } from './form-data.js';

/** Fields and files of a multipart/form-data body. */
export interface MultipartBody {
  readonly fields: FormData;
  readonly files: readonly UploadedFile[];
}

const CRLF = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const MAX_BOUNDARY_LENGTH = 70; // RFC 2046, 5.1.1
const MAX_PART_HEAD_BYTES = 8 * 1024;

/**
 * Reads a multipart/form-data body that is in memory. A streaming parser would bound each part but not their sum; here the
 * body as a whole has a limit already, and splitting it is all that is left to do.
 */
export function parseMultipart(body: Buffer, contentType: string, upload: UploadLimits | undefined): MultipartBody {
  const delimiter = Buffer.from(`--${boundaryOf(contentType)}`);
  const fields = new Map<string, string>();
  const files: UploadedFile[] = [];
  let parts = 0;

  for (const part of split(body, delimiter)) {
    if (++parts > MAX_FORM_FIELDS) throw tooManyFields();
    const headEnd = part.indexOf(HEAD_END);
    if (headEnd === -1 || headEnd > MAX_PART_HEAD_BYTES) throw malformed();
    const head = parseHead(decodeUtf8(part.subarray(0, headEnd), 'A part of the body'));
    const bytes = part.subarray(headEnd + HEAD_END.length);

    if (head.fileName === undefined || upload === undefined) {
      // Without `upload` a file is an unknown parameter: its name counts, its content does not.
      fields.set(head.name, head.fileName === undefined ? decodeUtf8(bytes, head.name) : '');
      continue;
    }
    if (files.length >= upload.maxFiles) throw badRequest(`Too many files (limit: ${upload.maxFiles})`);
    if (bytes.length > upload.maxFileBytes) throw tooLarge(upload.maxFileBytes);
    files.push({ field: head.name, fileName: head.fileName, contentType: head.contentType, bytes });
  }
  return { fields, files };
}

function boundaryOf(contentType: string): string {
  const match = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined || boundary.length > MAX_BOUNDARY_LENGTH) throw malformed();
  return boundary;
}

/** The parts between delimiters, without the line breaks that belong to the delimiters. */
function* split(body: Buffer, delimiter: Buffer): Generator<Buffer> {
  const lineDelimiter = Buffer.concat([CRLF, delimiter]);
  let at = body.indexOf(delimiter);
  if (at === -1 || (at > 0 && !body.subarray(at - CRLF.length, at).equals(CRLF))) throw malformed();
  at += delimiter.length;
  while (body.subarray(at, at + 2).toString('latin1') !== '--') {
    const lineEnd = body.indexOf(CRLF, at); // white space may follow a delimiter
    if (lineEnd === -1 || body.subarray(at, lineEnd).toString('latin1').trim() !== '') throw malformed();
    const start = lineEnd + CRLF.length;
    const end = body.indexOf(lineDelimiter, start);
    if (end === -1) throw malformed();
    yield body.subarray(start, end);
    at = end + lineDelimiter.length;
  }
}

interface PartHead {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly contentType: string;
}

function parseHead(text: string): PartHead {
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const disposition = headers.get('content-disposition') ?? '';
  const name = dispositionParameter(disposition, 'name');
  if (!/^form-data\b/i.test(disposition) || name === undefined) throw malformed();
  return {
    name,
    fileName: extendedFileName(disposition) ?? dispositionParameter(disposition, 'filename'),
    contentType: headers.get('content-type') ?? 'application/octet-stream',
  };
}

/**
 * Browsers write `"` as %22 and line breaks as %0D%0A in quoted names, and a backslash as itself (HTML, form submission);
 * other programs write `\"`.
 */
function dispositionParameter(disposition: string, parameter: string): string | undefined {
  const pattern = `;\\s*${parameter}=(?:"((?:\\\\"|[^"])*)"(?=\\s*(?:;|$))|([^\\s;"]+))`;
  const match = new RegExp(pattern, 'i').exec(disposition);
  const quoted = match?.[1]?.replaceAll('\\"', '"');
  return (quoted ?? match?.[2])?.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n');
}

/** `filename*=UTF-8''name` (RFC 5987), which some HTTP libraries send for names that are not ASCII. */
function extendedFileName(disposition: string): string | undefined {
  const match = /;\s*filename\*=utf-8'[^']*'([^\s;]+)/i.exec(disposition);
  if (match?.[1] === undefined) return undefined;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    throw malformed();
  }
}

const malformed = () => badRequest('Malformed multipart/form-data body');
