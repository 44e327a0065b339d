import { describe, expect, it } from '@jest/globals';
import { chosenTime, fieldValue, inAnHour, tomorrow } from './schedule-times.js';

describe('times to send a message', () => {
  const now = new Date(2026, 11, 31, 23, 30, 12);

  it('are in an hour, and tomorrow at nine', () => {
    expect(inAnHour(now)).toEqual(new Date(2027, 0, 1, 0, 30, 12));
    expect(tomorrow(now)).toEqual(new Date(2027, 0, 1, 9));
  });

  it('are chosen in the zone of the reader, and only in the future', () => {
    expect(fieldValue(tomorrow(now))).toBe('2027-01-01T09:00');
    expect(chosenTime('2027-01-01T09:00', now)).toEqual(tomorrow(now));
    expect(chosenTime('2026-12-31T23:00', now)).toBeNull();
    expect(chosenTime('', now)).toBeNull();
  });
});
