import { describe, expect, it } from '@jest/globals';
import { inStream, inTopic, withPeople } from '../addresses/address.js';
import { countUnread } from '../unread/unread-counts.js';
import { nextUnreadPeople, nextUnreadTopic } from './next-unread.js';

const counts = countUnread({
  conversations: [
    { place: { streamId: 1, topic: 'old' }, ids: new Set([1]), newestId: 1 },
    { place: { streamId: 1, topic: 'new' }, ids: new Set([9]), newestId: 9 },
    { place: { streamId: 1, topic: 'muted' }, ids: new Set([20]), newestId: 20 },
    { place: { streamId: 2, topic: 'other' }, ids: new Set([5]), newestId: 5 },
    { place: { userIds: [7] }, ids: new Set([6]), newestId: 6 },
    { place: { userIds: [8, 9] }, ids: new Set([8]), newestId: 8 },
  ],
  mentions: new Set(),
  isMuted: (_, topic) => topic === 'muted',
  fold: (topic) => topic,
});

describe('the next unread conversation', () => {
  it('is in the open stream first, the newest topic that is not muted', () => {
    expect(nextUnreadTopic(inStream(1), counts, [2, 1])).toEqual(inTopic(1, 'new'));
    expect(nextUnreadTopic(inTopic(1, 'new'), counts, [2, 1])).toEqual(inTopic(1, 'old'));
  });

  it('goes on with the next stream, around once', () => {
    expect(nextUnreadTopic(inStream(3), counts, [1, 3, 2])).toEqual(inTopic(2, 'other'));
    expect(nextUnreadTopic(undefined, counts, [2, 1])).toEqual(inTopic(2, 'other'));
    expect(nextUnreadTopic(undefined, counts, [3])).toBeUndefined();
  });

  it('of people is another one than the open one', () => {
    expect(nextUnreadPeople(withPeople([7]), counts)).toEqual(withPeople([8, 9]));
    expect(nextUnreadPeople(undefined, counts)).toEqual(withPeople([7]));
  });
});
