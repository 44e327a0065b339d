import { describe, expect, it } from '@jest/globals';
import { UnreadLine } from './unread-line.js';

describe('unread line', () => {
  it('stands before the first message that was unread when the view opened, and stays', () => {
    const line = new UnreadLine();
    line.open(5);

    line.arrive(9, { isWatched: true, hasUnreadBefore: false });
    line.arrive(10, { isWatched: false, hasUnreadBefore: true });

    expect(line.firstUnread).toBe(5);
  });

  it('a message that arrives before the reader’s eyes draws no line', () => {
    const line = new UnreadLine();
    line.open(null);

    line.arrive(9, { isWatched: true, hasUnreadBefore: false });

    expect(line.firstUnread).toBeNull();
  });

  it('moves to the first message that arrives while the reader is away', () => {
    const line = new UnreadLine();
    line.open(5);

    line.arrive(9, { isWatched: false, hasUnreadBefore: false });
    line.arrive(10, { isWatched: false, hasUnreadBefore: true });

    expect(line.firstUnread).toBe(9);
  });

  it('stands where the reader marks as unread', () => {
    const line = new UnreadLine();
    line.open(null);

    line.markUnreadFrom(4);

    expect(line.firstUnread).toBe(4);
  });
});
