import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from '../storage/file-storage.js';

/** Bytes that a request wants. `unsatisfiable`: its range begins after the end of the file. */
export type WantedBytes = 'whole' | 'unsatisfiable' | ByteRange;

const ONE_RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i;

/** Several ranges, other units and malformed headers get the whole file, and so does a range of a file that has changed. */
export function wantedBytes(headers: IncomingHttpHeaders, size: number, etag: string): WantedBytes {
  const { range = '', 'if-range': ifRange } = headers;
  const [, first = '', last = ''] = ONE_RANGE.exec(range) ?? [];
  if ((first === '' && last === '') || (ifRange !== undefined && ifRange !== etag)) return 'whole';
  if (first === '')
    return Number(last) === 0 || size === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** Whether the reader has this version already. */
export function hasVersion({ 'if-none-match': known }: IncomingHttpHeaders, etag: string): boolean {
  if (known === undefined) return false;
  return known.split(',').some((entry) => ['*', etag].includes(entry.trim().replace(/^W\//, '')));
}
