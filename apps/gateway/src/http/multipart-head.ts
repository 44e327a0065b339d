import { type ApiError, badRequest } from '@chat/contracts';
import { decodeUtf8 } from './form-data.js';

export type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>;

export interface PartHead {
  readonly name: string;
  readonly fileName: string | undefined;
  /** Empty if the client sent none. */
  readonly contentType: string;
}

const MAX_BOUNDARY_LENGTH = 70; // RFC 2046, 5.1.1

export const malformed = (): ApiError => badRequest('Malformed multipart/form-data body');

export function boundaryOf(contentType: string): string {
  const match = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined || boundary.length > MAX_BOUNDARY_LENGTH) throw malformed();
  return boundary;
}

export function readHead(headers: PartHeaders): PartHead {
  const disposition = headerText(headers['content-disposition']) ?? '';
  const name = dispositionParameter(disposition, 'name');
  if (!/^form-data\b/i.test(disposition) || name === undefined) throw malformed();
  return {
    name,
    fileName: extendedFileName(disposition) ?? dispositionParameter(disposition, 'filename'),
    contentType: headerText(headers['content-type']) ?? '',
  };
}

/** The parser gives a header as one character per byte. */
const headerText = (values: readonly string[] | undefined): string | undefined =>
  values === undefined ? undefined : decodeUtf8(Buffer.from(values.at(-1) ?? '', 'latin1'), 'A part of the body');

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
