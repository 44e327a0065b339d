import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { codePointCount, truncate } from './text.js';

describe('codePointCount', () => {
  it('counts a character outside the basic plane once', () => {
    expect(codePointCount('a😀é')).toBe(3);
    expect(codePointCount('')).toBe(0);
  });
});

describe('truncate', () => {
  it.each([
    ['short', 5, 'short'],
    ['longer', 5, 'lo...'],
    ['😀😀😀😀😀', 5, '😀😀😀😀😀'],
    ['😀😀😀😀😀😀', 5, '😀😀...'],
  ])('%s to %i code points is %s', (text, limit, expected) => {
    expect(truncate(text, limit, '...')).toBe(expected);
  });

  it('never exceeds the limit and keeps the beginning', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 30 }), (text, limit) => {
        const cut = truncate(text, limit, '…');
        if (codePointCount(text) <= limit) return cut === text;
        return codePointCount(cut) === limit && !/\p{Cs}/u.test(cut) && text.startsWith(cut.slice(0, -1));
      }),
    );
  });
});
