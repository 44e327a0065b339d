import type { IncomingHttpHeaders } from 'node:http';
import {
  ApiError,
  badRequest,
  CHECKSUM_ALGORITHMS,
  type ChecksumAlgorithm,
  MAX_UPLOAD_METADATA_LENGTH,
  type UploadChecksum,
} from '@chat/contracts';

/** A file as its client describes it. */
export interface UploadMetadata {
  /** As it was sent. */
  readonly text: string;
  /** Empty if it was not sent. */
  readonly fileName: string;
  readonly contentType: string;
}

const malformed = (header: string) => new ApiError('BAD_REQUEST', `Malformed ${header}`, 422);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws a 411 without a length: the service reserves the space of the whole file. */
export function lengthIn({ 'upload-length': length }: IncomingHttpHeaders): number {
  if (length === undefined) throw new ApiError('BAD_REQUEST', 'Send Upload-Length', 411);
  if (!/^\d+$/.test(String(length))) throw malformed('Upload-Length');
  // Larger numbers are over every limit, too.
  return Math.min(Number(length), Number.MAX_SAFE_INTEGER);
}

/** Throws a 409 for a malformed or missing offset, since no upload is there. */
export function offsetIn({ 'upload-offset': offset }: IncomingHttpHeaders): number {
  if (!/^\d{1,15}$/.test(String(offset))) throw new ApiError('BAD_REQUEST', 'Malformed Upload-Offset', 409);
  return Number(offset);
}

/** Clients send `name` and `type`, too. */
export function metadataIn({ 'upload-metadata': header = '' }: IncomingHttpHeaders): UploadMetadata {
  const text = String(header);
  if (text.length > MAX_UPLOAD_METADATA_LENGTH) throw malformed('Upload-Metadata');
  const values = new Map<string, string>();
  for (const pair of text === '' ? [] : text.split(',')) {
    const [, key = '', encoded = ''] = /^\s*([\x21-\x2b\x2d-\x7e]+)(?: ([A-Za-z0-9+/]*={0,2}))?\s*$/.exec(pair) ?? [];
    if (key === '' || values.has(key)) throw malformed('Upload-Metadata');
    values.set(key, decoded(encoded));
  }
  return {
    text,
    fileName: values.get('filename') ?? values.get('name') ?? '',
    contentType: values.get('filetype') ?? values.get('type') ?? '',
  };
}

export function checksumIn({ 'upload-checksum': header }: IncomingHttpHeaders): UploadChecksum | null {
  if (header === undefined) return null;
  const [, algorithm = '', digest = ''] = /^(\S+) ([A-Za-z0-9+/]{1,100}={0,2})$/.exec(String(header)) ?? [];
  if (!isAlgorithm(algorithm)) throw badRequest('Unknown checksum algorithm');
  return { algorithm, digest };
}

const isAlgorithm = (name: string): name is ChecksumAlgorithm =>
  (CHECKSUM_ALGORITHMS as readonly string[]).includes(name);

function decoded(encoded: string): string {
  try {
    return utf8.decode(Buffer.from(encoded, 'base64'));
  } catch {
    throw malformed('Upload-Metadata');
  }
}
