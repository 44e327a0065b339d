import { describe, expect, it } from '@jest/globals';
import { type Arranged, type RowOptions, rowOf } from './rows.js';

const noon = new Date(2026, 10, 20, 12).getTime() / 1000;
const first: Arranged = { id: 1, senderId: 7, timestamp: noon, conversation: 'a', isMeMessage: false };
const options: RowOptions = { isMixed: false, firstUnread: null, ownUserId: 99 };

describe('rows of messages', () => {
  it('the first message shows its day and its sender', () => {
    expect(rowOf(first, undefined, options)).toMatchObject({ hasSender: true, day: new Date(2026, 10, 20).getTime() });
  });

  it('a message of the same sender within ten minutes shows neither', () => {
    expect(rowOf({ ...first, id: 2, timestamp: noon + 599 }, first, options)).toEqual({
      id: 2,
      day: null,
      hasHeading: false,
      hasSender: false,
      hasUnreadLine: false,
      isNew: false,
    });
  });

  it.each([
    ['of another sender', { senderId: 8 }],
    ['ten minutes later', { timestamp: noon + 600 }],
    ['of another conversation', { conversation: 'b' }],
    ['that tells what its sender does', { isMeMessage: true }],
  ])('a message %s shows its sender', (_, change) => {
    expect(rowOf({ ...first, id: 2, ...change }, first, options).hasSender).toBe(true);
  });

  it('a message after midnight begins a day', () => {
    const midnight = new Date(2026, 10, 21).getTime() / 1000;

    const row = rowOf({ ...first, timestamp: midnight }, { ...first, timestamp: midnight - 1 }, options);

    expect(row).toMatchObject({ day: midnight * 1000, hasSender: true });
  });

  it('only a view of several conversations has headings', () => {
    const other = { ...first, id: 2, conversation: 'b' };

    expect(rowOf(other, first, { ...options, isMixed: true }).hasHeading).toBe(true);
    expect(rowOf(other, first, options).hasHeading).toBe(false);
    expect(rowOf({ ...first, id: 2 }, first, { ...options, isMixed: true }).hasHeading).toBe(false);
  });

  it('messages from the unread line on are new, except own ones', () => {
    const unread = { ...options, firstUnread: 2 };

    expect(rowOf(first, undefined, unread)).toMatchObject({ hasUnreadLine: false, isNew: false });
    expect(rowOf({ ...first, id: 2 }, first, unread)).toMatchObject({
      hasUnreadLine: true,
      isNew: true,
      hasSender: true,
    });
    expect(rowOf({ ...first, id: 3, senderId: 99 }, first, unread)).toMatchObject({ isNew: false });
  });
});
