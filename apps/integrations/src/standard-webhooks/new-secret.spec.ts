import { expect, it } from '@jest/globals';
import { newSecret } from './new-secret.js';

it('makes secrets of 32 random bytes', () => {
  const [one, two] = [newSecret(), newSecret()];

  expect(one).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
  expect(one).not.toBe(two);
});
