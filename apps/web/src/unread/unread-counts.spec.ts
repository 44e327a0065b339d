import { describe, expect, it } from '@jest/globals';
import { countUnread } from './unread-counts.js';

const counts = countUnread({
  conversations: [
    { place: { streamId: 1, topic: 'Logo' }, ids: new Set([1, 5]), newestId: 5 },
    { place: { streamId: 1, topic: 'noise' }, ids: new Set([2, 3]), newestId: 3 },
    { place: { streamId: 2, topic: 'x' }, ids: new Set([4]), newestId: 4 },
    { place: { streamId: 2, topic: 'named' }, ids: new Set([9, 8]), newestId: 9 },
    { place: { streamId: 3, topic: 'empty' }, ids: new Set(), newestId: 0 },
    { place: { userIds: [8, 7] }, ids: new Set([6]), newestId: 6 },
  ],
  mentions: new Set([8]),
  isMuted: (streamId, topic) => streamId === 2 || topic === 'noise',
  fold: (topic) => topic.toLowerCase(),
});

describe('unread counts', () => {
  it('leave out muted topics and streams in totals', () => {
    expect(counts).toMatchObject({ total: 3, mentions: 1, direct: 1 });
    expect(counts.streams.get(1)).toEqual({ count: 2, hasMention: false });
  });

  it('show mentions in a muted stream', () => {
    expect(counts.streams.get(2)).toEqual({ count: 2, hasMention: true });
  });

  it('have each topic with its newest message', () => {
    expect(counts.topics.get(1)?.get('logo')).toEqual({
      topic: 'Logo',
      count: 2,
      hasMention: false,
      newestId: 5,
      isMuted: false,
    });
    expect(counts.topics.get(1)?.get('noise')?.isMuted).toBe(true);
    expect(counts.topics.has(3)).toBe(false);
  });

  it('have conversations by the people in any order', () => {
    expect(counts.people.get('7,8')).toBe(1);
  });
});
