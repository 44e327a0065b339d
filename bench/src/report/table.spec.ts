import { describe, expect, it } from '@jest/globals';
import { Percentiles } from '../stats/percentiles.js';
import { tableOfFigures } from './table.js';

const LIMITS = { http: 10_000, commits: 5_000, rpush: 100_000, publish: 100_000 };

describe('the table of figures', () => {
  it('says what was reached, what was not, and the share of the limit', () => {
    const table = tableOfFigures(
      [
        { what: 'sends', value: 2_500, unit: 'messages/s', goal: { atLeast: 1_000 }, peer: '49', comparedWith: 'http' },
        { what: 'lag', value: 3.456, unit: 's', goal: { atMost: 3 } },
      ],
      LIMITS,
    );

    expect(table).toContain('2,500 messages/s');
    expect(table).toContain('0.250 × bare POST');
    expect(table).toMatch(/sends.*\| yes/);
    expect(table).toMatch(/lag .*3\.46 s.*\*\*no\*\*/);
  });
});

describe('percentiles', () => {
  it('are samples, never between them', () => {
    const percentiles = new Percentiles([5, 1, 4, 2, 3]);

    expect([0, 50, 99, 100].map((percent) => percentiles.at(percent))).toEqual([1, 3, 5, 5]);
    expect(new Percentiles([]).at(50)).toBeNaN();
  });
});
