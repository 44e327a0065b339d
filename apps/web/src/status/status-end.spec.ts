import { describe, expect, it } from '@jest/globals';
import { endOfChoice } from './status-end.js';

describe('the end of a status', () => {
  const now = new Date(2026, 10, 26, 22, 50);

  it.each([
    ['never', undefined],
    ['half_hour', new Date(2026, 10, 26, 23, 20)],
    ['hour', new Date(2026, 10, 26, 23, 50)],
    ['today', new Date(2026, 10, 27)],
    ['time', new Date(2026, 10, 28, 15)],
  ] as const)('of the choice %s', (choice, expected) => {
    expect(endOfChoice(choice, now, '2026-11-28T15:00')).toEqual(expected);
  });
});
