import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LineSplitter } from './json-line.js';

it('gives the same lines however the bytes are cut', () => {
  const lineText = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => !/[\r\n]/.test(text) && text.trim() === text);
  fc.assert(
    fc.property(fc.array(lineText), fc.integer({ min: 1, max: 7 }), (lines, pieceBytes) => {
      const bytes = Buffer.from(lines.join('\n'));
      const seen: string[] = [];
      const splitter = new LineSplitter((line) => seen.push(line));

      for (let at = 0; at < bytes.length; at += pieceBytes) splitter.write(bytes.subarray(at, at + pieceBytes));
      splitter.end();

      expect(seen).toEqual(lines);
    }),
  );
});

it('does not keep a line without end', () => {
  const seen: string[] = [];
  const splitter = new LineSplitter((line) => seen.push(line));

  for (let count = 0; count < 10; count++) splitter.write(Buffer.alloc(64 * 1024, 'x'));
  splitter.end();

  expect(seen.map((line) => line.length)).toEqual([64 * 1024]);
});
