import { describe, expect, it } from '@jest/globals';
import { Visit } from './visit.js';

const loaded = (ids: number[], foundNewest = true) => ({ ids, foundOldest: true, foundNewest });
const away = { isUnread: () => true, isWatching: false };

describe('visit of a view', () => {
  it('begins with the line before the first unread message', () => {
    const visit = new Visit();

    visit.open(loaded([1, 2, 3]), (id) => id > 1);

    expect(visit.firstUnread).toBe(2);
  });

  it('tells arrivals from messages that were loaded', () => {
    const visit = new Visit();
    visit.open(loaded([5, 6], false), () => false);

    expect(visit.arrive(loaded([5, 6, 7]), away)).toEqual([]);
    expect(visit.arrive(loaded([3, 4, 5, 6, 7]), away)).toEqual([]);
    expect(visit.arrive(loaded([3, 4, 5, 6, 7, 8, 9]), away)).toEqual([8, 9]);
  });

  it('loaded messages do not count as arrivals', () => {
    const visit = new Visit();
    visit.open(loaded([5, 6], false), () => false);

    visit.arrive(loaded([5, 6, 7]), away);

    expect(visit.countBelow(loaded([5, 6, 7, 8]))).toBe(1);
  });

  it('the first message that arrives for an absent reader gets the line', () => {
    const visit = new Visit();
    visit.open(loaded([1]), () => false);

    visit.arrive(loaded([1, 2]), { ...away, isWatching: true });
    expect(visit.firstUnread).toBeNull();
    visit.arrive(loaded([1, 2, 3]), { ...away, isUnread: (id) => id > 2 });
    visit.arrive(loaded([1, 2, 3, 4]), { ...away, isUnread: (id) => id > 2 });

    expect(visit.firstUnread).toBe(3);
  });

  it('own messages get no line', () => {
    const visit = new Visit();
    visit.open(loaded([1]), () => false);

    visit.arrive(loaded([1, 2]), { ...away, isUnread: () => false });

    expect(visit.firstUnread).toBeNull();
  });

  it('counts the arrivals since the reader left the end', () => {
    const visit = new Visit();
    visit.open(loaded([1, 2]), () => false);

    expect(visit.countBelow(loaded([1, 2, 3, 4]))).toBe(2);
    visit.reachEnd(loaded([1, 2, 3, 4]));
    expect(visit.countBelow(loaded([1, 2, 3, 4]))).toBe(0);
  });
});
