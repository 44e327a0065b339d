import { describe, expect, it } from '@jest/globals';
import { comparableState } from './comparable-state.js';

describe('comparableState', () => {
  it('is equal for states that differ only in the order of lists', () => {
    const one = {
      streams: [{ stream_id: 1, a: 1 }, { stream_id: 2 }],
      queue_id: 'a',
      realm_user_groups: [{ id: 1, members: [2, 1] }],
    };
    const other = {
      realm_user_groups: [{ members: [1, 2], id: 1 }],
      streams: [{ stream_id: 2 }, { a: 1, stream_id: 1 }],
      queue_id: 'b',
    };

    expect(comparableState(one)).toEqual(comparableState(other));
    expect(comparableState(one)).not.toEqual(comparableState({ ...other, streams: [] }));
    const grown = { streams: [{ stream_id: 100 }, { stream_id: 99 }] };
    expect(comparableState(grown)['streams']).toEqual([{ stream_id: 99 }, { stream_id: 100 }]);
  });
});
