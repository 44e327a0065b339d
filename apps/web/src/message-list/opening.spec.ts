import { describe, expect, it } from '@jest/globals';
import { openingAt, openingIn } from './opening.js';

const all = { ids: [10, 20, 30, 40], foundOldest: true, foundNewest: true };
const target = { near: undefined, place: undefined, isUnread: () => false };
const unreadFrom = (first: number) => (id: number) => id >= first;

describe('where a view opens', () => {
  it('at a link’s message, even with unread messages', () => {
    expect(openingIn(all, { ...target, near: 20, isUnread: unreadFrom(30) })).toMatchObject({ id: 20 });
  });

  it('at the message after one that is gone', () => {
    expect(openingIn(all, { ...target, near: 25 })).toMatchObject({ id: 30 });
    expect(openingIn(all, { ...target, near: 99 })).toMatchObject({ id: 40 });
  });

  it('at the first unread message, else at the last place, else at the end', () => {
    const place = { id: 20, top: -7 };

    expect(openingIn(all, { ...target, place, isUnread: unreadFrom(30) })).toMatchObject({ id: 30 });
    expect(openingIn(all, { ...target, place })).toEqual(place);
    expect(openingIn(all, { ...target, place: { id: 21, top: 0 } })).toBe('end');
    expect(openingIn(all, target)).toBe('end');
  });

  it('is not known while messages are missing that could decide', () => {
    expect(openingIn({ ...all, ids: [], foundNewest: false }, target)).toBeNull();
    expect(openingIn({ ...all, foundOldest: false }, { ...target, isUnread: unreadFrom(10) })).toBeNull();
    expect(openingIn({ ...all, foundNewest: false }, target)).toBeNull();
    expect(openingIn({ ...all, foundNewest: false }, { ...target, near: 50 })).toBeNull();
    expect(openingIn({ ...all, foundOldest: false }, { ...target, near: 5 })).toBeNull();
  });

  it('an empty conversation opens at its end', () => {
    expect(openingIn({ ...all, ids: [] }, target)).toBe('end');
  });

  it('after the server’s response it is always known', () => {
    expect(openingAt({ ...all, foundOldest: false }, 10, { ...target, isUnread: unreadFrom(10) })).toMatchObject({
      id: 10,
    });
    expect(openingAt({ ...all, foundNewest: false }, 20, target)).toMatchObject({ id: 20 });
    expect(openingAt(all, null, target)).toBe('end');
    expect(openingAt(all, null, { ...target, near: 20 })).toMatchObject({ id: 20 });
  });
});
