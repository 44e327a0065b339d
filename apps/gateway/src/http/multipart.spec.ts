import { Readable } from 'node:stream';
import { ApiError } from '@chat/contracts';
import { Dicer } from '@fastify/busboy';
import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { type FormBody, MAX_FORM_FIELDS } from './form-data.js';
import { readMultipart } from './multipart.js';

const TYPE = 'multipart/form-data; boundary=B';

/** Reads `bytes` in chunks of `chunkBytes`, as if they arrived one after the other. */
function parseMultipart(bytes: Buffer, type: string, chunkBytes = bytes.length): Promise<FormBody> {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(bytes.subarray(at, at + chunkBytes));
  return readMultipart(Readable.from(chunks, { objectMode: false }), type, { maxBytes: 1_000_000 });
}

/** A body from lines; the line break between them is CRLF. */
const body = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'));
const field = (name: string, value: string): string[] => [
  '--B',
  `Content-Disposition: form-data; name="${name}"`,
  '',
  value,
];

describe('parseMultipart', () => {
  it('reads fields, the last of a name winning', async () => {
    const parsed = await parseMultipart(
      body(...field('a', '1'), ...field('b', ''), ...field('a', '2'), '--B--', ''),
      TYPE,
    );

    expect([...parsed.fields]).toEqual([
      ['a', '2'],
      ['b', ''],
    ]);
  });

  it('reads a file as an unknown parameter if the endpoint takes none', async () => {
    const bytes = body('--B', 'Content-Disposition: form-data; name="f"; filename="x"', '', 'abc', '--B--');

    expect([...(await parseMultipart(bytes, TYPE)).fields]).toEqual([['f', '']]);
  });

  it('reads the FormData of Node', async () => {
    // The platform escapes a line break in a name as %0A, and leaves a name that says %0A as it is.
    const name = fc.string({ unit: 'grapheme-ascii' }).filter((text) => !/%(0A|0D|22)/i.test(text));
    const entries = fc.uniqueArray(fc.tuple(name, fc.string({ unit: 'grapheme' })), {
      selector: ([unique]) => unique,
    });
    await fc.assert(
      fc.asyncProperty(entries, fc.integer({ min: 1, max: 500 }), async (pairs, chunkBytes) => {
        const form = new FormData();
        for (const [name, value] of pairs) form.append(name, value);
        const response = new Response(form);
        const bytes = Buffer.from(await response.arrayBuffer());
        const type = response.headers.get('content-type') ?? '';
        const parsed = await parseMultipart(bytes, type, chunkBytes);
        const lineBreaks = (text: string) => text.replace(/\r\n|\r|\n/g, '\r\n');
        expect([...parsed.fields]).toEqual(pairs.map(([name, value]) => [name, lineBreaks(value)]));
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['no boundary', body('--B--'), 'multipart/form-data'],
    ['another boundary', body('--C--'), TYPE],
    ['no end', body(...field('a', '1')), TYPE],
    ['no head', body('--B', 'abc', '--B--'), TYPE],
    ['no name', body('--B', 'Content-Disposition: form-data', '', 'x', '--B--'), TYPE],
    ['another disposition', body('--B', 'Content-Disposition: attachment; name="a"', '', 'x', '--B--'), TYPE],
    ['nothing', Buffer.alloc(0), TYPE],
  ])('refuses a body with %s', async (_, bytes, type) => {
    await expect(parseMultipart(bytes, type)).rejects.toThrow('Malformed multipart/form-data body');
  });

  it('looks at no further part after one without a head, or one too many', async () => {
    const emit = jest.spyOn(Dicer.prototype, 'emit');
    const partsOf = async (bytes: Buffer): Promise<number> => {
      emit.mockClear();
      await expect(parseMultipart(bytes, TYPE)).rejects.toMatchObject({ status: 400 });
      return emit.mock.calls.filter(([event]) => (event as string) === 'part').length;
    };

    expect(await partsOf(Buffer.from('--B\r\n'.repeat(10_000)))).toBe(2);
    expect(await partsOf(body(...Array(10_000).fill(field('a', '1')).flat(), '--B--', ''))).toBe(MAX_FORM_FIELDS + 1);
    emit.mockRestore();
  });

  it('gives the parser few bytes after a malformed part, although they have arrived with it', async () => {
    const write = jest.spyOn(Dicer.prototype, '_write');
    await expect(parseMultipart(Buffer.from('--B\r\n'.repeat(10_000)), TYPE)).rejects.toMatchObject({ status: 400 });

    expect(write.mock.calls.reduce((sum, [chunk]) => sum + (chunk as Buffer).length, 0)).toBeLessThan(10_000);
    write.mockRestore();
  });

  it('rejects a body at the limit, before it has ended', async () => {
    const arriving = new Readable({ read: () => {} });
    const read = readMultipart(arriving, TYPE, { maxBytes: 10_000 });
    arriving.push(body('--B', 'Content-Disposition: form-data; name="a"', '', 'a'.repeat(10_000)));

    await expect(read).rejects.toThrow('too large');
  });

  it('returns fields or throws an ApiError for any bytes', async () => {
    const pieces = fc.constantFrom(
      '--B',
      '--B--',
      '\r\n',
      '\r\n\r\n',
      'Content-Disposition: form-data; name="a"',
      'x',
      '\n',
      '"',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(pieces, fc.string())),
        fc.integer({ min: 1, max: 40 }),
        async (parts, chunkBytes) => {
          try {
            await parseMultipart(Buffer.from(parts.join('')), TYPE, chunkBytes);
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError);
          }
        },
      ),
    );
  });
});
