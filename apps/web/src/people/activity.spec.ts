import { describe, expect, it } from '@jest/globals';
import { activityAt, IDLE_AFTER_MS } from './activity.js';

describe('the activity of the reader', () => {
  it.each([
    ['active after an act', 1_000, true, 'active'],
    ['idle after a while', IDLE_AFTER_MS, true, 'idle'],
    ['idle behind another window', 1_000, false, 'idle'],
  ] as const)('is %s', (_, sinceMs, isVisible, expected) => {
    expect(activityAt(1_000_000 + sinceMs, 1_000_000, isVisible)).toBe(expected);
  });
});
