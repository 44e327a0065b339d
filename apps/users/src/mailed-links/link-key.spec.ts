import { expect, it } from '@jest/globals';
import { createKey, hashOf, isKey } from './link-key.js';

it('keys have 24 characters of base32 and differ', () => {
  const keys = Array.from({ length: 1_000 }, createKey);

  expect(keys.filter((key) => !/^[a-z2-7]{24}$/.test(key) || !isKey(key))).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
  // Each of the 32 characters occurs in 24,000 of them.
  expect(new Set(keys.join('')).size).toBe(32);
});

it.each([[''], ['a'.repeat(23)], ['a'.repeat(25)], [`${'a'.repeat(23)}1`], ['A'.repeat(24)], [`${'a'.repeat(24)}\n`]])(
  'the text %j is no key',
  (text) => {
    expect(isKey(text)).toBe(false);
  },
);

it('the stored form does not contain the key', () => {
  const key = createKey();

  expect(hashOf(key)).toHaveLength(32);
  expect(hashOf(key)).toEqual(hashOf(key));
  expect(hashOf(key).toString('latin1')).not.toContain(key);
});
