import { expect, it } from '@jest/globals';
import { isWhiteSpace } from './boundaries.js';

it('white space is the same as that of patterns', () => {
  const units = Array.from({ length: 0x10000 }, (_, unit) => unit);

  expect(units.filter(isWhiteSpace)).toEqual(units.filter((unit) => /\s/.test(String.fromCharCode(unit))));
  expect(isWhiteSpace(''.charCodeAt(0))).toBe(false);
});
