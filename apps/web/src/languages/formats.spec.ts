import { describe, expect, it } from '@jest/globals';
import { formatsFor } from './formats.js';

const now = new Date(2026, 10, 26, 10, 0);
const on = (month: number, day: number, hour = 9, minute = 5, year = 2026) =>
  new Date(year, month - 1, day, hour, minute);

describe('formats', () => {
  const english = formatsFor('en-GB', true);
  const german = formatsFor('de', false);

  it('name days as people do', () => {
    expect(english.day(on(11, 26), now)).toBe('Today');
    expect(english.day(on(11, 25, 23, 59), now)).toBe('Yesterday');
    expect(english.day(on(11, 20), now)).toBe('Friday 20 November');
    expect(english.day(on(11, 20, 9, 5, 2024), now)).toBe('20 November 2024');
    expect(german.day(on(11, 25), now)).toBe('Gestern');
  });

  it('shorten moments in lists', () => {
    expect(english.moment(on(11, 26), now)).toBe('09:05');
    expect(english.moment(on(11, 25), now)).toBe('yesterday');
    expect(english.moment(on(3, 2), now)).toBe('2 Mar');
    expect(english.moment(on(3, 2, 1, 1, 2024), now)).toBe('2 Mar 2024');
    expect(english.moment(on(11, 27, 0, 5), on(11, 26, 23, 5))).toBe('00:05');
    expect(english.moment(on(11, 27, 23, 5), on(11, 26, 23, 0))).toBe('27 Nov');
  });

  it('follow the setting of the clock', () => {
    expect(english.time(on(11, 26, 17))).toBe('17:05');
    expect(formatsFor('en-US', false).time(on(11, 26, 17))).toMatch(/^5:05\sPM$/);
    expect(formatsFor('en-US', false).time(on(11, 26, 0))).toMatch(/^12:05\sAM$/);
    expect(formatsFor('en-US', true).time(on(11, 26, 0))).toBe('00:05');
  });

  it('have the time of another zone, unless it is the time here', () => {
    const at = new Date(Date.UTC(2026, 10, 26, 9, 5));
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

    expect(english.timeElsewhere(at, 'Asia/Kathmandu')).toBe('14:50');
    expect(english.timeElsewhere(at, here)).toBeUndefined();
    expect(english.timeElsewhere(at, '')).toBeUndefined();
    expect(english.timeElsewhere(at, 'Mars/Olympus')).toBeUndefined();
  });

  it('tell how long ago', () => {
    expect(english.ago(on(11, 26, 9, 48), now)).toBe('12 minutes ago');
    expect(english.ago(on(11, 26, 7, 0), now)).toBe('3 hours ago');
    expect(english.ago(on(11, 23), now)).toBe('3 days ago');
    expect(english.ago(on(2, 3), now)).toBe('3 Feb 2026');
    expect(english.ago(new Date(now.getTime() + 5000), now)).toBe('this minute');
  });

  it('write lists and numbers, and order names by language', () => {
    expect(english.list(['Ada', 'Ben', 'Cem'])).toBe('Ada, Ben and Cem');
    expect(german.number(1234.5)).toBe('1.234,5');
    expect(['Zoe', 'Öz', 'oa', '10', '9'].sort(german.compare)).toEqual(['9', '10', 'oa', 'Öz', 'Zoe']);
  });
});
