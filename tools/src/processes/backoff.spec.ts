import { expect, it } from '@jest/globals';
import { restartDelayMs } from './supervised-process.js';

it('starts again at once after the first failure and never waits longer than five seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 1_000].map(restartDelayMs)).toEqual([
    250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000,
  ]);
});
