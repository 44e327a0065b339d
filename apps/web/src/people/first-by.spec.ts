import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { firstBy } from './first-by.js';

describe('the first items of an order', () => {
  it('are those of the sorted list', () => {
    const compare = (one: { key: number }, other: { key: number }) => one.key - other.key;
    fc.assert(
      fc.property(
        fc.array(fc.record({ key: fc.nat(9), id: fc.nat() })),
        fc.integer({ min: 1, max: 12 }),
        (items, limit) => {
          expect(firstBy(items, limit, compare)).toEqual([...items].sort(compare).slice(0, limit));
        },
      ),
    );
  });
});
