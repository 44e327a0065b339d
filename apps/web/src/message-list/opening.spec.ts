import { describe, expect, it } from '@jest/globals';
import { openingAt, openingIn } from './opening.js';

const all = { ids: [10, 20, 30, 40], foundOldest: true, foundNewest: true };
const wishes = { near: undefined, place: undefined, isUnread: () => false };
const unreadFrom = (first: number) => (id: number) => id >= first;

describe('where a view opens', () => {
  it('at a link’s message, even with unread messages', () => {
    expect(openingIn(all, { ...wishes, near: 20, isUnread: unreadFrom(30) })).toMatchObject({ id: 20 });
  });

  it('at the message after one that is gone', () => {
    expect(openingIn(all, { ...wishes, near: 25 })).toMatchObject({ id: 30 });
    expect(openingIn(all, { ...wishes, near: 99 })).toMatchObject({ id: 40 });
  });

  it('at the first unread message, else at the last place, else at the end', () => {
    const place = { id: 20, top: -7 };

    expect(openingIn(all, { ...wishes, place, isUnread: unreadFrom(30) })).toMatchObject({ id: 30 });
    expect(openingIn(all, { ...wishes, place })).toEqual(place);
    expect(openingIn(all, { ...wishes, place: { id: 21, top: 0 } })).toBe('end');
    expect(openingIn(all, wishes)).toBe('end');
  });

  it('is not known while messages are missing that could decide', () => {
    expect(openingIn({ ...all, ids: [], foundNewest: false }, wishes)).toBeNull();
    expect(openingIn({ ...all, foundOldest: false }, { ...wishes, isUnread: unreadFrom(10) })).toBeNull();
    expect(openingIn({ ...all, foundNewest: false }, wishes)).toBeNull();
    expect(openingIn({ ...all, foundNewest: false }, { ...wishes, near: 50 })).toBeNull();
    expect(openingIn({ ...all, foundOldest: false }, { ...wishes, near: 5 })).toBeNull();
  });

  it('an empty conversation opens at its end', () => {
    expect(openingIn({ ...all, ids: [] }, wishes)).toBe('end');
  });

  it('after the server’s response it is always known', () => {
    expect(openingAt({ ...all, foundOldest: false }, 10, { ...wishes, isUnread: unreadFrom(10) })).toMatchObject({
      id: 10,
    });
    expect(openingAt({ ...all, foundNewest: false }, 20, wishes)).toMatchObject({ id: 20 });
    expect(openingAt(all, null, wishes)).toBe('end');
    expect(openingAt(all, null, { ...wishes, near: 20 })).toMatchObject({ id: 20 });
  });
});
