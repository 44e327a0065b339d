import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { joinedPieces } from './envelope.interceptor.js';
import { gzipPieces } from './gzip-pieces.js';

const people = (from: number) =>
  Buffer.from(
    Array.from({ length: 128 }, (_, n) => `{"user_id":${from + n},"full_name":"Person ${(from + n) ** 3}"}`).join(),
  );

describe('pieces as one gzip stream', () => {
  it('are their text again', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.uint8Array({ maxLength: 9_000 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom(Buffer.alloc(0), '', people(1), people(1_000)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        expect(gunzipSync(await gzipPieces(pieces)).equals(joinedPieces(pieces))).toBe(true);
      }),
      // A busy machine tries fewer texts instead of running out of time.
      { numRuns: 100, interruptAfterTimeLimit: 10_000 },
    );
  });

  it('are nearly as short as in one part', async () => {
    const pieces = ['"realm_users":[', people(1), ',', people(200), ',', people(400), ']'];
    const [inParts, asOne] = [await gzipPieces(pieces), gzipSync(joinedPieces(pieces), { level: 6 })];

    expect(inParts.length).toBeLessThan(asOne.length * 1.1);
  });

  it('compress a large buffer once for all responses', async () => {
    const block = Buffer.from(people(1));
    const part = (await gzipPieces([block])).subarray(10, -10);
    // A second compression would show the change.
    block.fill('x');

    expect((await gzipPieces([block])).subarray(10, -10)).toEqual(part);
  });

  it('compress a large piece apart from its neighbours, so its part is the same everywhere', async () => {
    const shared = people(1);
    const part = (await gzipPieces([shared])).subarray(10, -10);

    for (const own of ['', 'Person 1', 'x'.repeat(10_000)]) {
      expect((await gzipPieces([own, shared, own])).includes(part)).toBe(true);
    }
  });
});
