import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { CuttableProxy, startSwift } from '@chat/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FileServer, type ServedFile } from '../downloads/file-server.js';
import { moveFiles } from '../storage-moves/move-command.js';
import { DiskStorage } from './disk-storage.js';
import { type S3Options, S3Storage } from './s3-storage.js';
import { describeStorage } from './storage-contract.testing.js';

const MIB = 1024 * 1024;

const spoolFolder = await mkdtemp(join(tmpdir(), 'chat-spool-'));
afterAll(() => rm(spoolFolder, { recursive: true }));

const swift = await startSwift();
if (typeof swift === 'string') {
  it.skip(`a bucket: skipped, since Swift does not run here (${swift})`, () => {});
} else {
  const { endpoint, region, ...keys } = swift;
  const options = {
    ...{ bucket: 'files', region, endpoint, usesPathStyle: true, keys, spoolFolder, pageSize: 2 },
    ...{ encryption: '', kmsKeyId: '' },
  } satisfies S3Options;
  const client = new S3Client({ region, endpoint, forcePathStyle: true, credentials: keys });
  const createBucket = (name: string) => client.send(new CreateBucketCommand({ Bucket: name }));
  const incompleteUploads = async () =>
    (await client.send(new ListMultipartUploadsCommand({ Bucket: 'files' }))).Uploads ?? [];
  beforeAll(() => createBucket('files'));
  afterAll(() => swift.stop());

  describeStorage('a bucket', async () => {
    await createBucket('contract');
    const storage = new S3Storage({ ...options, bucket: 'contract' });
    return {
      storage,
      leaveIncomplete: async () => {
        await client.send(new CreateMultipartUploadCommand({ Bucket: 'contract', Key: 'left/over' }));
      },
      close: async () => storage.close(),
    };
  });

  describe('the storage in a bucket', () => {
    let proxy: CuttableProxy;
    let storage: S3Storage;
    beforeEach(async () => {
      proxy = await CuttableProxy.start(endpoint);
      storage = new S3Storage({ ...options, endpoint: proxy.url, stepMs: 500 });
    });
    afterEach(async () => {
      storage.close();
      await proxy.close();
    });
    const put = (key: string, size: number) => storage.put(key, Readable.from([Buffer.alloc(size)]));

    it('answers 503 within a time while the bucket does not answer, and works as soon as it does', async () => {
      await put('slow/one', 10);

      proxy.isMute = true;
      await expect(put('slow/two', 10)).rejects.toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
      await expect(storage.get('slow/one')).rejects.toMatchObject({ status: 503 });
      proxy.isMute = false;
      proxy.cut();

      expect((await buffer(await storage.get('slow/one'))).length).toBe(10);
      expect(await storage.head('slow/two')).toBeUndefined();
    });

    it('leaves neither parts nor a file if the bucket fails amid an upload', async () => {
      const slow = new S3Storage({ ...options, endpoint: proxy.url });
      // Data comes in pieces of at most 64 KiB, so the first part of 8 MiB has arrived. The library repeats a request once.
      let pieces = 0;
      let cuts = 0;
      proxy.isCutDue = () => ++pieces > 200 && ++cuts <= 2;

      await expect(slow.put('broken/one', Readable.from([Buffer.alloc(17 * MIB)]))).rejects.toMatchObject({
        status: 503,
      });

      slow.close();
      expect(cuts).toBeGreaterThan(2);
      expect(await incompleteUploads()).toEqual([]);
      expect([await storage.head('broken/one'), await readdir(spoolFolder)]).toEqual([undefined, []]);
    });

    it('gives anyone with a presigned address the file with its headers, and no other file', async () => {
      await put('presigned/one', 10);
      const file = { contentType: 'image/png', disposition: 'inline; filename="one.png"' };
      const address = (await storage.presignedUrl('presigned/one', file)) as string;

      const response = await fetch(address);

      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(response.headers.get('content-disposition')).toBe(file.disposition);
      expect((await fetch(address.replace('presigned/one', 'presigned/two'))).status).toBe(403);
    });

    it('serves files above S3_PRESIGN_ABOVE_MIB to redirected readers, and no others', async () => {
      process.env['S3_PRESIGN_ABOVE_MIB'] = '1';
      await Promise.all([put('large/one', MIB + 1), put('small/one', MIB)]);
      const served = (storageKey: string, size: number): ServedFile => ({
        ...{ storageKey, size, contentType: 'text/html', name: 'page.html', etag: '"1"', asAttachment: false },
      });
      const server = createServer((request, response) => {
        const payload = request.url === '/large' ? served('large/one', MIB + 1) : served('small/one', MIB);
        void new FileServer(storage).respond({ payload, request, response });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const read = async (path: string, redirect: 'follow' | 'manual') => {
        const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
        const response = await fetch(address, { redirect });
        return { status: response.status, headers: response.headers, size: (await response.arrayBuffer()).byteLength };
      };

      expect((await read('/large', 'manual')).status).toBe(302);
      const { status, headers, size } = await read('/large', 'follow');
      expect([status, size]).toEqual([200, MIB + 1]);
      // The address carries the safe type.
      expect(headers.get('content-type')).toBe('application/octet-stream');
      expect(headers.get('content-disposition')).toBe('attachment; filename=page.html');
      expect(await read('/small', 'manual')).toMatchObject({ status: 200, size: MIB });

      delete process.env['S3_PRESIGN_ABOVE_MIB'];
      expect((await read('/large', 'manual')).status).toBe(200);
      server.closeAllConnections();
      server.close();
    });

    it('receives the files of a folder, and returns them to another one', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'chat-transfer-'));
      await createBucket('transfer');
      await new DiskStorage(join(folder, 'from')).put('uploads/ab/one', Readable.from([Buffer.from('one')]));
      const transfer = async (name: string, to: string) => {
        process.env['FILES_DIR'] = join(folder, name);
        return moveFiles(['transfer', '--to', to], (line) => printed.push(line));
      };
      const printed: string[] = [];
      const settings = {
        ...{ S3_BUCKET: 'transfer', S3_ENDPOINT: endpoint, S3_REGION: region, S3_PATH_STYLE: 'true' },
        ...{ S3_ACCESS_KEY_ID: keys.accessKeyId, S3_SECRET_ACCESS_KEY: keys.secretAccessKey },
      };
      Object.assign(process.env, settings);

      expect([await transfer('from', 's3'), await transfer('from', 's3'), await transfer('to', 'disk')]).toEqual([
        0, 0, 0,
      ]);

      for (const name of [...Object.keys(settings), 'FILES_DIR']) delete process.env[name];
      expect(printed[1]).toBe('0 objects copied (0 bytes), 1 were there already.');
      expect(await buffer(await new DiskStorage(join(folder, 'to')).get('uploads/ab/one'))).toEqual(Buffer.from('one'));
      await rm(folder, { recursive: true });
    });

    it('names the reason for the operator if the bucket cannot be used', async () => {
      const wrongBucket = new S3Storage({ ...options, bucket: 'no-such-bucket' });
      const wrongKeys = new S3Storage({ ...options, keys: { accessKeyId: 'test:tester', secretAccessKey: 'wrong' } });

      await storage.requireBucket();
      await expect(wrongBucket.requireBucket()).rejects.toThrow(
        'S3_BUCKET is "no-such-bucket", but the storage gives status 404',
      );
      await expect(wrongKeys.requireBucket()).rejects.toThrow('status 403');
    });
  });
}

describe('the requests to a bucket', () => {
  interface Received {
    readonly method: string | undefined;
    readonly url: string;
    readonly headers: IncomingHttpHeaders;
    readonly bytes: number;
  }
  let received: Received[];
  let server: Server;
  let storage: S3Storage;
  /** A bucket that accepts everything. */
  const respond = ({ method, url = '' }: IncomingMessage): string => {
    if (method === 'POST' && url.includes('uploads'))
      return '<CreateMultipartUploadResult><UploadId>u</UploadId></CreateMultipartUploadResult>';
    return method === 'POST' ? '<CompleteMultipartUploadResult><ETag>"1"</ETag></CompleteMultipartUploadResult>' : '';
  };
  beforeEach(async () => {
    received = [];
    server = createServer(async (request, response) => {
      const { length } = await buffer(request);
      const { method, url = '', headers } = request;
      received.push({ method, url, headers, bytes: length });
      response.setHeader('etag', '"1"').end(respond(request));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    storage = new S3Storage({
      ...{ bucket: 'files', region: 'us-east-1', usesPathStyle: true, spoolFolder },
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      keys: { accessKeyId: 'a', secretAccessKey: 'b' },
      ...{ encryption: 'aws:kms', kmsKeyId: 'our-key' },
    });
  });
  afterEach(() => {
    storage.close();
    server.closeAllConnections();
    server.close();
  });

  it('that store a file ask for the configured encryption and carry no checksum', async () => {
    await storage.put('one', Readable.from([Buffer.from('x')]));

    expect(received.map(({ headers }) => headers)).toMatchObject([
      { 'x-amz-server-side-encryption': 'aws:kms', 'x-amz-server-side-encryption-aws-kms-key-id': 'our-key' },
    ]);
    expect(Object.keys(received[0]?.headers ?? {}).filter((name) => name.includes('checksum'))).toEqual([]);
  });

  it('that store a large file have parts of 8 MiB', async () => {
    await storage.put('large', Readable.from([Buffer.alloc(17 * MIB)]));

    const parts = received.filter(({ method }) => method === 'PUT');
    const numberOf = ({ url }: Received) => Number(new URL(url, 'http://bucket').searchParams.get('partNumber'));
    const sizes = parts.toSorted((a, b) => numberOf(a) - numberOf(b)).map((part) => [numberOf(part), part.bytes / MIB]);
    expect(sizes).toEqual([
      [1, 8],
      [2, 8],
      [3, 1],
    ]);
  });

  it('that delete files name one file each', async () => {
    await Promise.all(['one', 'two', 'three'].map((key) => storage.delete(key)));

    const deletions = received.map(({ method, url }) => [method, new URL(url, 'http://bucket').pathname]);
    expect(deletions.toSorted()).toEqual([
      ['DELETE', '/files/one'],
      ['DELETE', '/files/three'],
      ['DELETE', '/files/two'],
    ]);
  });
});
