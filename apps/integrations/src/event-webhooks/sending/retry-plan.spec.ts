import { describe, expect, it } from '@jest/globals';
import { nextPause, retryAfterOf } from './retry-plan.js';

const PAUSES = [5, 300];

describe('the pause before the next attempt', () => {
  it('is that of the plan, up to a fifth shorter or longer', () => {
    expect(nextPause(PAUSES, 1, undefined, 0)).toBe(4);
    expect(nextPause(PAUSES, 1, undefined, 0.5)).toBe(5);
    expect(nextPause(PAUSES, 2, undefined, 1)).toBeCloseTo(360);
  });

  it('is not shorter than the receiver asks for', () => {
    expect(nextPause(PAUSES, 1, 60, 0.5)).toBe(60);
    expect(nextPause(PAUSES, 2, 60, 0.5)).toBe(300);
  });

  it('does not exist after the last attempt', () => {
    expect(nextPause(PAUSES, 3, undefined)).toBeUndefined();
    expect(nextPause(PAUSES, 3, 60)).toBeUndefined();
  });
});

describe('retry-after', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');

  it.each([
    ['120', 120],
    [' 7 ', 7],
    ['Thu, 01 Jan 2026 00:02:00 GMT', 120],
    ['999999999', 86_400],
  ])('%j is %d seconds', (value, seconds) => {
    expect(retryAfterOf({ headers: { 'retry-after': value } }, now)).toBe(seconds);
  });

  it.each(['', 'soon', '-5', '0', 'Wed, 31 Dec 2025 00:00:00 GMT'])('%j asks for no pause', (value) => {
    expect(retryAfterOf({ headers: { 'retry-after': value } }, now)).toBeUndefined();
  });
});
