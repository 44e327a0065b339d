import { describe, expect, it } from '@jest/globals';
import type { Measurement } from '../measurement.js';
import { Percentiles } from '../stats/percentiles.js';
import { tableOfFigures } from './table.js';

const LIMITS = { node: 20_000, http: 10_000, commits: 5_000, rpush: 100_000, publish: 100_000 };

describe('the table of figures', () => {
  it('has reached and missed goals and the share of the limit', () => {
    const measurements: Measurement[] = [
      { what: 'sends', value: 2_500, unit: 'messages/s', goal: { atLeast: 1_000 }, peer: '49', comparedWith: 'http' },
      { what: 'lag', value: 3.456, unit: 's', goal: { atMost: 3 } },
    ];
    const table = tableOfFigures([{ measurements, speed: 1 }], LIMITS);

    expect(table).toContain('2,500 messages/s');
    expect(table).toContain('0.250 × bare POST');
    expect(table).toMatch(/sends.*\| yes/);
    expect(table).toMatch(/lag .*3\.46 s.*\*\*no\*\*/);
  });

  it('has the goal for a machine of another speed', () => {
    const measurements: Measurement[] = [
      { what: 'sends', value: 600, unit: 'messages/s', goal: { atLeast: 1_000 } },
      { what: 'few sends', value: 499, unit: 'messages/s', goal: { atLeast: 1_000 } },
      { what: 'lag', value: 5, unit: 's', goal: { atMost: 3 } },
      { what: 'long lag', value: 6.01, unit: 's', goal: { atMost: 3 } },
      { what: 'idle', value: 5, unit: '% of a core', goal: { atMost: 3 } },
      { what: 'growth', value: 5, unit: '%', goal: { atMost: 3 } },
      { what: 'memory', value: 5, unit: 'KiB', goal: { atMost: 3 } },
    ];
    const table = tableOfFigures([{ measurements, speed: 0.5 }], LIMITS);

    expect(table).toMatch(/\| sends .*≥ 1,000 +\| \*\*no\*\* +\| ≥ 500 +\| yes/);
    expect(table).toMatch(/\| few sends .*≥ 500 +\| \*\*no\*\*/);
    expect(table).toMatch(/\| lag .*≤ 3 +\| \*\*no\*\* +\| ≤ 6 +\| yes/);
    expect(table).toMatch(/\| long lag .*≤ 6 +\| \*\*no\*\*/);
    expect(table).toMatch(/\| idle .*≤ 3 +\| \*\*no\*\* +\| ≤ 6 +\| yes/);
    expect(table).toMatch(/\| growth .*≤ 3 +\| \*\*no\*\* +\| ≤ 3 +\| \*\*no\*\*/);
    expect(table).toMatch(/\| memory .*≤ 3 +\| \*\*no\*\* +\| ≤ 3 +\| \*\*no\*\*/);
  });

  it('asks more of a machine that is faster', () => {
    const measurements: Measurement[] = [
      { what: 'sends', value: 1_500, unit: 'messages/s', goal: { atLeast: 1_000 } },
      { what: 'lag', value: 2, unit: 'ms', goal: { atMost: 3 } },
    ];

    const table = tableOfFigures([{ measurements, speed: 2 }], LIMITS);

    expect(table).toMatch(/sends .*yes.*≥ 2,000 +\| \*\*no\*\*/);
    expect(table).toMatch(/lag .*yes.*≤ 1\.5 +\| \*\*no\*\*/);
  });
});

describe('percentiles', () => {
  it('are samples, never between them', () => {
    const percentiles = new Percentiles([5, 1, 4, 2, 3]);

    expect([0, 50, 99, 100].map((percent) => percentiles.at(percent))).toEqual([1, 3, 5, 5]);
    expect(new Percentiles([]).at(50)).toBeNaN();
  });
});
