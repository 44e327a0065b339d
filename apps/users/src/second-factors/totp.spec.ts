import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { otpauthUrl, qrSvg, stepOfCode, totpCode } from './totp.js';

/** The secret of RFC 6238, appendix B: the ASCII text 12345678901234567890. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** The table of the appendix for SHA-1; a code of six digits is the end of one of eight. */
const TABLE: readonly (readonly [seconds: number, code: string])[] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
];

describe('codes', () => {
  it.each(TABLE)('at %d s are those of RFC 6238', (seconds, code) => {
    expect(totpCode(SECRET, seconds * 1_000)).toBe(code.slice(2));
    expect(stepOfCode(SECRET, code.slice(2), seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });

  it('are right one step before and after their own, and no further', () => {
    const code = totpCode(SECRET, 300_000);

    const steps = [239_999, 240_000, 270_000, 300_000, 330_000, 359_999, 360_000, 390_000].map((ms) =>
      stepOfCode(SECRET, code, ms),
    );

    expect(steps).toEqual([undefined, undefined, 10, 10, 10, 10, undefined, undefined]);
  });

  it('of any other form are wrong', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (code) => {
        expect(stepOfCode(SECRET, code, 0)).toBeUndefined();
      }),
    );
  });
});

it('the address for apps names organization, account and secret', () => {
  const url = new URL(otpauthUrl(SECRET, 'Fern & wood: Büro', 'ana@example.com'));

  expect(url.href).toMatch(/^otpauth:\/\/totp\//);
  expect(decodeURIComponent(url.pathname)).toBe('/Fern & wood: Büro:ana@example.com');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'Fern & wood: Büro',
    secret: SECRET,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

it('the picture of the longest address is an SVG of at most 100 KB without markup of the text', () => {
  const longest = otpauthUrl(SECRET, '<🌿>'.repeat(13), `${'<'.repeat(242)}@example.com`);

  const svg = qrSvg(longest);

  expect(svg).toMatch(/^<svg [^<>]*><path [^<>]*\/><path d="[Mhvz0-9 -]+"\/><\/svg>$/);
  expect(svg.length).toBeLessThan(100_000);
});
