import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { badRequest, fileTooLarge } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import type { FormBody } from './form-data.js';
import { readMultipart } from './multipart.js';

const TYPE = 'multipart/form-data; boundary=B';
const FILE = {
  maxBytes: 200_000,
  tooLarge: () => fileTooLarge(1),
  several: () => badRequest('One file only.'),
};
const MAX_BYTES = 1_000;

const body = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'));
const field = (name: string, value: string): string[] => [
  '--B',
  `Content-Disposition: form-data; name="${name}"`,
  '',
  value,
];
const file = (content: string, name = 'a.txt'): string[] => [
  '--B',
  `Content-Disposition: form-data; name="f"; filename="${name}"`,
  'Content-Type: text/plain',
  '',
  content,
];
const END = ['--B--', ''];

function read(bytes: Buffer, chunkBytes = 100, maxBytes = MAX_BYTES): Promise<FormBody> {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(bytes.subarray(at, at + chunkBytes));
  return readMultipart(Readable.from(chunks, { objectMode: false }), TYPE, { file: FILE, maxBytes });
}
const bytesOf = async (reading: Promise<FormBody>): Promise<string> => text((await reading).file?.bytes as Readable);

describe('a streamed file of a multipart body', () => {
  it('is given at its head, with the fields before it, and the fields after it follow', async () => {
    const form = await read(body(...field('a', '1'), ...file('x'.repeat(150_000)), ...field('b', '2'), ...END));
    expect(form.file).toMatchObject({ field: 'f', fileName: 'a.txt', contentType: 'text/plain' });
    expect([...form.fields]).toEqual([['a', '1']]);

    expect(await text(form.file?.bytes as Readable)).toBe('x'.repeat(150_000));

    expect([...form.fields.keys()]).toEqual(['a', 'b']);
  });

  it('is read no further once it exceeds its limit: the rest of the body waits for the response', async () => {
    let taken = 0;
    const endless = new Readable({
      read() {
        taken += 1_000;
        setImmediate(() => this.push(Buffer.alloc(1_000, 'x')));
      },
    });
    endless.unshift(body(...file('x')));
    const form = await readMultipart(endless, TYPE, { file: FILE, maxBytes: MAX_BYTES });

    await expect(text(form.file?.bytes as Readable)).rejects.toThrow(fileTooLarge(1).message);
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(endless.isPaused()).toBe(true);
    expect(taken).toBeLessThan(FILE.maxBytes + 200_000);
    endless.destroy();
  });

  it.each([1, 7, 64_000])('has the bytes of the part, read in chunks of %d', async (chunkBytes) => {
    const content = '\r\n--\r\n--A\r\n'.repeat(500);

    expect(await bytesOf(read(body(...file(content), ...END), chunkBytes))).toBe(content);
  });

  it('has the name and type that the client sends', async () => {
    const bytes = body(
      '--B',
      'content-disposition: form-data; name="file"; filename="a \\"b\\".txt"',
      'Content-Type: text/plain',
      '',
      'x\r\n-y',
      '--B--',
    );

    const { file } = await read(bytes);
    expect(file).toMatchObject({ field: 'file', fileName: 'a "b".txt', contentType: 'text/plain' });
    expect(await text(file?.bytes as Readable)).toBe('x\r\n-y');
  });

  it('has a name that is not ASCII from filename*', async () => {
    const bytes = body(
      '--B',
      `Content-Disposition: form-data; name=f; filename="x"; filename*=UTF-8''%C3%A4.png`,
      '',
      '',
      '--B--',
    );

    expect((await read(bytes)).file?.fileName).toBe('ä.png');
  });

  it('is absent if the body has none, or one without a name', async () => {
    expect((await read(body(...field('a', '1'), ...END))).file).toBeUndefined();
    expect((await read(body(...file('', ''), ...field('a', '1'), ...END))).file).toBeUndefined();
  });

  it('is read no faster than its bytes are taken', async () => {
    let sent = 0;
    const endless = new Readable({
      read() {
        this.push(sent === 0 ? body(...file('')) : Buffer.alloc(1_000));
        sent++;
      },
    });
    const { file: incoming } = await readMultipart(endless, TYPE, {
      file: { ...FILE, maxBytes: Number.POSITIVE_INFINITY },
      maxBytes: MAX_BYTES,
    });

    for (let turn = 0; turn < 1_000; turn++) await new Promise((resolve) => setImmediate(resolve));

    expect(sent).toBeLessThan(300);
    expect(incoming?.bytes.destroyed).toBe(false);
    endless.destroy();
  });

  it.each([
    ['a second file', [...file('1'), ...file('2'), ...END], 'One file only.'],
    ['too large a file', [...file('x'.repeat(FILE.maxBytes + 1)), ...END], 'larger than the allowed limit of 1 MiB'],
    ['no end', file('x'.repeat(5_000)), 'Malformed multipart/form-data body'],
    ['a broken part after it', [...file('1'), '--B', 'abc', ...END], 'Malformed multipart/form-data body'],
    ['long fields after it', [...file('1'), ...field('a', 'x'.repeat(5_000)), ...END], 'Request body too large'],
    ['endless parts', [...file('1'), ...Array(10_000).fill(field('a', '1')).flat()], 'Request body too large'],
  ])('fails, instead of ending, for a body with %s', async (_, lines, message) => {
    await expect(bytesOf(read(body(...lines)))).rejects.toThrow(message);
  });

  it('fails for too many parts', async () => {
    const parts = Array(1_001).fill(field('a', '1')).flat();

    await expect(bytesOf(read(body(...file('1'), ...parts, ...END), 100, 1_000_000))).rejects.toThrow(
      'Too many parameters (limit: 1000)',
    );
  });

  it('is as large as the limit', async () => {
    expect((await bytesOf(read(body(...file('x'.repeat(FILE.maxBytes)), ...END)))).length).toBe(FILE.maxBytes);
  });

  it('fails if the sender goes away', async () => {
    const arriving = new Readable({ read: () => {} });
    arriving.push(body(...file('abc')));
    const { file: incoming } = await readMultipart(arriving, TYPE, { file: FILE, maxBytes: MAX_BYTES });
    arriving.destroy();

    await expect(text(incoming?.bytes as Readable)).rejects.toThrow('Malformed multipart/form-data body');
  });

  it('is discarded when its consumer needs no more bytes', async () => {
    const arriving = new Readable({ read: () => {} });
    arriving.push(body(...file('abc')));
    const { file: incoming } = await readMultipart(arriving, TYPE, { file: FILE, maxBytes: MAX_BYTES });

    incoming?.bytes.destroy();
    for (let n = 0; n < 100; n++) arriving.push(Buffer.alloc(10_000));
    await new Promise((resolve) => setImmediate(resolve));

    expect(arriving.readableLength).toBe(0);
  });
});
