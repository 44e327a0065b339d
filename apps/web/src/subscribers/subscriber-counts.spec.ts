import type { WireEvent } from '@chat/chat-client';
import { describe, expect, it } from '@jest/globals';
import { countsAfter } from './subscriber-counts.js';

const counts = new Map([
  [1, 10],
  [2, 0],
]);
const after = (event: object) => [...countsAfter(counts, { id: 1, type: 'subscription', ...event } as WireEvent)];

describe('the numbers of subscribers', () => {
  it('follow other people that come and go', () => {
    expect(after({ op: 'peer_add', stream_ids: [1, 2], user_ids: [8, 9] })).toEqual([
      [1, 12],
      [2, 2],
    ]);
    expect(after({ op: 'peer_remove', stream_ids: [1], user_ids: [8] })).toEqual([
      [1, 9],
      [2, 0],
    ]);
  });

  it('follow the reader, and leave unknown streams unknown', () => {
    const subscriptions = [{ stream_id: 2 }, { stream_id: 3 }];
    expect(after({ op: 'add', subscriptions })).toEqual([
      [1, 10],
      [2, 1],
    ]);
    expect(after({ op: 'remove', subscriptions: [{ stream_id: 1 }] })).toEqual([
      [1, 9],
      [2, 0],
    ]);
  });

  it('stay the same object after other events', () => {
    expect(countsAfter(counts, { id: 1, type: 'heartbeat' } as WireEvent)).toBe(counts);
  });
});
