import { ApiError } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseMultipart } from './multipart.js';

const TYPE = 'multipart/form-data; boundary=B';
const UPLOAD = { maxFiles: 1, maxFileBytes: 10 };

/** A body from lines; the line break between them is CRLF. */
const body = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'));
const field = (name: string, value: string): string[] => [
  '--B',
  `Content-Disposition: form-data; name="${name}"`,
  '',
  value,
];

describe('parseMultipart', () => {
  it('reads fields, the last of a name winning', () => {
    const parsed = parseMultipart(
      body(...field('a', '1'), ...field('b', ''), ...field('a', '2'), '--B--', ''),
      TYPE,
      undefined,
    );

    expect([...parsed.fields]).toEqual([
      ['a', '2'],
      ['b', ''],
    ]);
  });

  it('reads a file, with its name and type as the client says', () => {
    const bytes = body(
      '--B',
      'content-disposition: form-data; name="file"; filename="a \\"b\\".txt"',
      'Content-Type: text/plain',
      '',
      'x\r\n-y',
      '--B--',
    );

    expect(parseMultipart(bytes, TYPE, UPLOAD).files).toEqual([
      { field: 'file', fileName: 'a "b".txt', contentType: 'text/plain', bytes: Buffer.from('x\r\n-y') },
    ]);
  });

  it('reads a name that is not ASCII from filename*', () => {
    const bytes = body(
      '--B',
      `Content-Disposition: form-data; name=f; filename="x"; filename*=UTF-8''%C3%A4.png`,
      '',
      '',
      '--B--',
    );

    expect(parseMultipart(bytes, TYPE, UPLOAD).files[0]?.fileName).toBe('ä.png');
  });

  it('takes a file for an unknown parameter where none is wanted', () => {
    const bytes = body('--B', 'Content-Disposition: form-data; name="f"; filename="x"', '', 'abc', '--B--');

    expect([...parseMultipart(bytes, TYPE, undefined).fields]).toEqual([['f', '']]);
  });

  it('reads what the platform writes', async () => {
    // The platform escapes a line break in a name as %0A, and leaves a name that says %0A as it is.
    const name = fc.string({ unit: 'grapheme-ascii' }).filter((text) => !/%(0A|0D|22)/i.test(text));
    const entries = fc.uniqueArray(fc.tuple(name, fc.string({ unit: 'grapheme' })), {
      selector: ([unique]) => unique,
    });
    await fc.assert(
      fc.asyncProperty(entries, async (pairs) => {
        const form = new FormData();
        for (const [name, value] of pairs) form.append(name, value);
        const response = new Response(form);
        const bytes = Buffer.from(await response.arrayBuffer());
        const parsed = parseMultipart(bytes, response.headers.get('content-type') ?? '', undefined);
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
  ])('refuses a body with %s', (_, bytes, type) => {
    expect(() => parseMultipart(bytes, type, undefined)).toThrow('Malformed multipart/form-data body');
  });

  it('keeps to the number and size of files', () => {
    const file = (content: string) => ['--B', 'Content-Disposition: form-data; name="f"; filename="x"', '', content];

    expect(() => parseMultipart(body(...file('a'), ...file('b'), '--B--'), TYPE, UPLOAD)).toThrow(
      'Too many files (limit: 1)',
    );
    expect(() => parseMultipart(body(...file('a'.repeat(11)), '--B--'), TYPE, UPLOAD)).toThrow('too large');
  });

  it('gives fields or a refusal for any bytes, never another error', () => {
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
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string())), (parts) => {
        try {
          parseMultipart(Buffer.from(parts.join('')), TYPE, UPLOAD);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
    );
  });
});
