import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { InFlight } from './in-flight.js';

const MIB = 1024 * 1024;
const REQUESTS = 5_000;
const UNDER_WAY = 16;
/** No multiple of 16, so that the table of a map is not replaced at once. */
const BEFORE = 50;
/** Numbers of eight bytes. All requests together have 40 MB. */
const BODY_LENGTH = 1_000;

let collect: (options: { readonly type: 'minor' | 'major' }) => void;

beforeAll(() => {
  setFlagsFromString('--expose-gc');
  collect = runInNewContext('gc');
});

describe('requests in flight', () => {
  it('are found until they are taken', () => {
    const requests = new InFlight<string>();
    requests.set(1, 'a');
    requests.set(2, 'b');

    expect([...requests]).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
    expect(requests.take(1)).toBe('a');
    expect(requests.take(1)).toBeUndefined();
    expect([requests.has(1), requests.has(2), requests.size, ...requests.values()]).toEqual([false, true, 1, 'b']);
  });

  it('leave no bodies to collections of the whole heap', () => {
    const requests = new InFlight<readonly number[]>();
    for (let id = -BEFORE; id < 0; id++) {
      requests.set(id, []);
      requests.take(id - UNDER_WAY);
    }
    // All that is alive now belongs to the old generation.
    collect({ type: 'major' });
    const before = process.memoryUsage().heapUsed;
    let most = 0;
    for (let id = 0; id < REQUESTS; id++) {
      requests.set(id, Array(BODY_LENGTH).fill(0.5));
      requests.take(id - UNDER_WAY);
      if (id % 100 > 0) continue;
      collect({ type: 'minor' });
      most = Math.max(most, process.memoryUsage().heapUsed - before);
    }

    expect(most / MIB).toBeLessThan(8);
  });
});
