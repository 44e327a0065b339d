import { LARGEST_ANCHOR } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { findPage, type IdRange, type PageRange } from './find-page.js';

const STORED = [10, 20, 30, 40, 50, 60];
const SIZES = [0, 1, 2, 3, 6, 9];

/** Reads stored ids, and collects the requested ranges. */
function reading(ranges: IdRange[] = []) {
  return async (range: IdRange): Promise<number[]> => {
    ranges.push(range);
    const { from = 0, below = LARGEST_ANCHOR, limit, direction } = range;
    const found = STORED.filter((id) => id >= from && id < below);
    return (direction === 'ascending' ? found : found.toReversed()).slice(0, limit);
  };
}

/** Specification of a page, independent of the ranges that are read. */
function pageOf({ anchor, includeAnchor, numBefore, numAfter }: PageRange) {
  const before = STORED.filter((id) => id < anchor).slice(numBefore === 0 ? STORED.length : -numBefore);
  const after = STORED.filter((id) => id > anchor).slice(0, numAfter);
  const foundAnchor = STORED.includes(anchor) && (includeAnchor || (numBefore > 0 && numAfter > 0));
  return {
    ids: [...before, ...(foundAnchor ? [anchor] : []), ...after],
    foundAnchor,
    foundOldest: anchor <= 0 || before.length < numBefore,
    foundNewest: anchor >= LARGEST_ANCHOR || after.length < numAfter,
  };
}

describe('a page', () => {
  it.each([0, 5, 10, 15, 30, 35, 60, 65, LARGEST_ANCHOR])(
    'around %d has the messages around it, for every size',
    async (anchor) => {
      for (const includeAnchor of [true, false]) {
        for (const numBefore of SIZES) {
          for (const numAfter of SIZES) {
            const wish = { anchor, includeAnchor, numBefore, numAfter };

            expect({ ...wish, ...(await findPage(wish, reading())) }).toEqual({ ...wish, ...pageOf(wish) });
          }
        }
      }
    },
  );

  it.each([
    ['before an anchor', { numBefore: 2, numAfter: 0 }, [{ below: 31, limit: 3, direction: 'descending' }]],
    ['after an anchor', { numBefore: 0, numAfter: 2 }, [{ from: 30, limit: 3, direction: 'ascending' }]],
    ['of the anchor alone', { numBefore: 0, numAfter: 0 }, [{ from: 30, below: 31, limit: 1, direction: 'ascending' }]],
  ])('%s is read by one range with the anchor', async (_, sizes, expected) => {
    const ranges: IdRange[] = [];
    await findPage({ anchor: 30, includeAnchor: true, ...sizes }, reading(ranges));

    expect(ranges).toEqual(expected);
  });
});
