import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { png } from '../support/png.js';
import type { RawAnswer } from '../support/raw-http.js';
import { sharedSystem } from '../support/shared-system.js';
import { kindsOf } from '../support/system-under-test.js';
import { FileAttacker, filePart, form, HEAD, PNG_HEAD, type RawHeaders } from './file-attacker.js';

const MIB = 1024 * 1024;
/** Of an endless body: the largest file, discarded bytes after the response, and bytes on their way. */
const MAX_TAKEN_MIB = 25 + 8 + 15;
const PARTS = 10_000;

let attacker: FileAttacker;

beforeAll(async () => {
  attacker = await FileAttacker.create(await sharedSystem());
}, 240_000);
afterAll(() => attacker?.close(), 60_000);

const fields = (count: number) => Array<string>(count).fill('Content-Disposition: form-data; name="a"\r\n\r\n1');
const messageOf = ({ status, text }: RawAnswer): string => `${status} ${JSON.parse(text).msg}`;
const listed = async () => (await attacker.ana.client.get('/attachments')).attachments.length;

describe('an upload with a hostile body', () => {
  const file = filePart('content');
  it.each<[string, () => Buffer, RawHeaders, RegExp]>([
    ['that is compressed', () => gzipSync(form(file)), [['content-encoding', 'gzip']], /^400 Malformed/],
    ['that is deflated', () => deflateSync(form(file)), [['content-encoding', 'deflate']], /^400 Malformed/],
    [
      'that grows a thousandfold if it is decompressed',
      () => gzipSync(Buffer.alloc(64 * MIB)),
      [['content-encoding', 'gzip']],
      /^4\d\d /,
    ],
    [
      'of 10,000 fields before the file',
      () => form(...fields(PARTS), file),
      [],
      /^4\d\d (?:Too many|Request body too)/,
    ],
    ['of 10,000 fields after the file', () => form(file, ...fields(PARTS)), [], /^4\d\d (?:Too many|Request body too)/],
    ['of 10,000 files', () => form(...Array<Buffer>(PARTS).fill(file)), [], /^400 You may only upload one/],
    ['of 10,000 parts without a head', () => form(...Array<string>(PARTS).fill('\r\n')), [], /^400 Malformed/],
    ['of 10,000 empty parts', () => form(...Array<string>(PARTS).fill('')), [], /^400 Malformed/],
    ['with 10,000 headers of a part', () => form(filePart('a', `${HEAD}${'\r\nX-A: b'.repeat(PARTS)}`)), [], /^4\d\d /],
    ['with a name of a mebibyte', () => form(filePart('a', HEAD.replace('a.bin', 'a'.repeat(MIB)))), [], /^4\d\d /],
    ['without a boundary in 5 MiB', () => Buffer.alloc(5 * MIB, 'a'), [], /^4\d\d /],
    ['that ends in the file', () => form(file).subarray(0, -8), [], /^400 Malformed/],
    ['that is one mebibyte of boundaries', () => Buffer.from('--B\r\n'.repeat(MIB / 5)), [], /^400 Malformed/],
    ['with an empty name', () => form(filePart('a', HEAD.replace('a.bin', ''))), [], /^400 You must specify/],
  ])('%s is refused, and nothing of it shows', async (_, body, further, expected) => {
    const before = await listed();

    expect(messageOf(await attacker.post(body(), further))).toMatch(expected);

    expect(await listed()).toBe(before);
    await attacker.expectOthersToBeServed();
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/mixed; boundary=B', 'text/plain', 'x'])(
    'of the type %p is refused',
    async (type) => {
      expect((await attacker.post(form(file), [], type)).status).toBe(400);
    },
  );
});

/** An upload with a body that never ends. */
class EndlessUpload {
  taken = 0;
  private received = '';

  private readonly closed: Promise<void>;

  private constructor(private readonly socket: Socket) {
    this.closed = new Promise((resolve) => socket.on('close', () => resolve()));
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      this.received += chunk.toString('latin1');
    });
  }

  static async begin(further: readonly string[] = []): Promise<EndlessUpload> {
    const { hostname, port } = new URL(attacker.system.baseUrl);
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, 'connect');
    const headers = attacker.headers().map(([name, value]) => `${name}: ${value}`);
    const type = 'content-type: multipart/form-data; boundary=B';
    const encoding = 'transfer-encoding: chunked';
    socket.write(['POST /api/v1/user_uploads HTTP/1.1', ...headers, type, encoding, ...further, '', ''].join('\r\n'));
    return new EndlessUpload(socket);
  }

  get status(): number {
    return Number(/^HTTP\/1\.1 (\d+)/.exec(this.received)?.[1]);
  }

  async send(bytes: Buffer): Promise<void> {
    const chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    this.taken += bytes.length;
    const isTaken = this.socket.write(chunk);
    // Writes to this computer succeed at once for megabytes: without a turn for reading, the end of the connection discards the response.
    await new Promise(setImmediate);
    if (isTaken || !this.socket.writableNeedDrain) return;
    await Promise.race([this.closed, new Promise<void>((resolve) => this.socket.once('drain', resolve))]);
  }

  /** Sends the same bytes again and again, until the gateway closes the connection. */
  async untilClosed(bytes: Buffer): Promise<void> {
    const { socket } = this;
    while (!socket.destroyed && this.taken < 2 * MAX_TAKEN_MIB * MIB) await this.send(bytes);
    socket.destroy();
  }
}

describe('an upload without an end', () => {
  const begin = Buffer.from(`--B\r\n${HEAD}\r\n\r\n`);
  const letters = Buffer.alloc(64 * 1024, 'a');
  it.each([
    ['of its file', 400, begin, letters],
    ['of line breaks in its file', 400, begin, Buffer.alloc(64 * 1024, '\r\n--')],
    ['before its first part', 413, Buffer.from('x'), letters],
    ['of a head', 413, Buffer.from(`--B\r\n${HEAD}\r\nX: `), letters],
    ['of a field', 413, Buffer.from('--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n'), letters],
    ['of parts', 413, Buffer.from(''), form(...fields(500)).subarray(0, -7)],
    // The file has arrived whole.
    ['after its last part', 200, form(filePart('content')), letters],
  ])(
    '%s gets the status %d and loses its connection',
    async (_, expected, first, rest) => {
      const endless = await EndlessUpload.begin();
      if (first.length > 0) await endless.send(first);
      await endless.untilClosed(rest);

      expect(endless.status).toBe(expected);
      expect(endless.taken).toBeLessThan(MAX_TAKEN_MIB * MIB);
      await attacker.expectOthersToBeServed();
    },
    60_000,
  );
});

describe('a picture that is a bomb', () => {
  const frames = () => {
    const head = Buffer.from('GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
    const frame = Buffer.from('!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1');
    return Buffer.concat([head, ...Array<Buffer>(PARTS).fill(frame), Buffer.from(';')]);
  };
  it.each([
    ['of pixels', () => Buffer.from(png(100_000, 100_000), 'latin1')],
    ['of one long line', () => Buffer.from(png(2_000_000_000, 1), 'latin1')],
    ['of frames', frames],
  ])(
    '%s has no preview, and other pictures have theirs',
    async (_, bytes) => {
      const bomb = await attacker.upload(bytes(), PNG_HEAD);
      const good = await attacker.upload(Buffer.from(png(900, 1), 'latin1'), HEAD.replace('a.bin', 'b.png'));
      const thumbnailOf = (url: string) => `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`;

      expect((await attacker.get(thumbnailOf(bomb))).status).toBe(404);
      expect((await attacker.get(thumbnailOf(good))).status).toBe(200);
      await attacker.expectOthersToBeServed();
    },
    60_000,
  );
});

it('all hostile uploads leave no error in the logs of the services', async () => {
  expect(kindsOf(await attacker.system.loggedErrors())).toEqual([]);
});
