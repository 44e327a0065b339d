import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '@chat/contracts';
import { passedBuffer } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { type ByteRange, FileStorage, ObjectMissing } from '../storage/file-storage.js';
import { presignedAddress } from '../storage/presigned-address.js';
import type { Transfer } from '../transfers/transfer-listener.js';
import { hasVersion, wantedBytes } from './byte-ranges.js';
import { fileHeaders } from './file-headers.js';

/** Paths of downloads at the internal listener. */
export const PREFIX = '/downloads/';

/** A file as its grant describes it. */
export interface ServedFile {
  readonly storageKey: string;
  readonly size: number;
  readonly contentType: string;
  readonly name: string;
  readonly etag: string;
  readonly asAttachment: boolean;
}

/** Writes a file, or a range of it, into the response of a transfer. */
@Injectable()
export class FileServer {
  constructor(private readonly storage: FileStorage) {}

  async respond({ payload: file, request, response }: Transfer<ServedFile>): Promise<void> {
    const headers = fileHeaders(file);
    if (hasVersion(request.headers, file.etag)) {
      response.writeHead(304, headers).end();
      return;
    }
    const wanted = wantedBytes(request.headers, file.size, file.etag);
    if (wanted === 'unsatisfiable') {
      response.writeHead(416, { ...headers, 'content-range': `bytes */${file.size}`, 'content-length': 0 }).end();
      return;
    }
    const range = wanted === 'whole' ? { start: 0, end: file.size - 1 } : wanted;
    const lengthHeaders = {
      'content-length': range.end - range.start + 1,
      ...(wanted !== 'whole' && { 'content-range': `bytes ${range.start}-${range.end}/${file.size}` }),
    };
    const head = { ...headers, ...lengthHeaders };
    const status = wanted === 'whole' ? 200 : 206;
    if (request.method === 'HEAD') response.writeHead(status, head).end();
    else if (!(await this.redirected(file, headers, response)))
      await this.send(file, range, response, () => response.writeHead(status, head));
  }

  /** The client then reads the file, or its range, from the bucket. */
  private async redirected(
    { storageKey: key, size }: ServedFile,
    { 'content-type': contentType = '', 'content-disposition': disposition = '' }: Record<string, string>,
    response: ServerResponse,
  ): Promise<boolean> {
    const location = await presignedAddress(this.storage, { key, size }, { contentType, disposition });
    if (location === undefined) return false;
    response.writeHead(302, { location, 'cache-control': 'no-store', 'content-length': 0 }).end();
    return true;
  }

  private async send(
    { storageKey }: ServedFile,
    range: ByteRange,
    response: ServerResponse,
    writeHead: () => void,
  ): Promise<void> {
    // No storage has an empty range.
    const known = range.end < range.start ? undefined : range;
    const bytes = await this.storage.get(storageKey, known).catch((error: unknown) => {
      throw error instanceof ObjectMissing ? new ApiError('BAD_REQUEST', 'File not found.', 404) : error;
    });
    writeHead();
    bytes.on('data', passedBuffer);
    await pipeline(bytes, response);
  }
}
