import { describe, expect, it } from '@jest/globals';
import { spacingAfter } from './log-follower.js';

describe('the time from a batch to the next one', () => {
  it.each([
    ['few events', 9, false, 10],
    ['many events', 10, false, 50],
    ['many events, if clients poll a queue', 10, true, 10],
  ])('after %s', (_case, events, hasPolledQueues, ms) => {
    expect(spacingAfter(events, hasPolledQueues)).toBe(ms);
  });
});
