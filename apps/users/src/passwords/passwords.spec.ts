import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { endEstimator } from './estimator.js';
import { hashPassword, isPasswordOf, isStrongEnough, MAX_HASHES_AT_A_TIME, MAX_PASSWORD_LENGTH } from './passwords.js';

describe('a password', () => {
  it('is hashed by argon2id with the documented parameters and a new salt each time', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);

    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43}$/);
    expect(second).not.toBe(first);
  });

  it('matches only its own hash, also a hash with earlier parameters', async () => {
    const stored = await hashPassword('correct horse');
    const earlier = await hash('correct horse', { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 });

    expect(await isPasswordOf(stored, 'correct horse')).toBe(true);
    expect(await isPasswordOf(earlier, 'correct horse')).toBe(true);
    for (const wrong of ['correct hors', 'Correct horse', 'correct horse ', '']) {
      expect(await isPasswordOf(stored, wrong)).toBe(false);
    }
    expect(await isPasswordOf(undefined, 'correct horse')).toBe(false);
    expect(await isPasswordOf(stored, 'x'.repeat(MAX_PASSWORD_LENGTH + 1))).toBe(false);
  });
});

describe('many passwords', () => {
  it('are hashed in the order of arrival, on all cores but one', async () => {
    const ended: number[] = [];
    await Promise.all(Array.from({ length: 8 }, (_, n) => hashPassword('correct horse').then(() => ended.push(n))));

    for (const [place, n] of ended.entries()) expect(Math.abs(place - n)).toBeLessThan(MAX_HASHES_AT_A_TIME);
  });
});

describe('the strength of a password', () => {
  const rules = { passwordMinLength: 6, passwordMinGuesses: 10_000 };
  const long = 'Tr0ub4dor&3 '.repeat(8);

  afterAll(endEstimator);

  it.each([
    ['abcde', false],
    ['', false],
    ['password', false],
    ['qwertyuiop', false],
    ['aaaaaaaaaaaa', false],
    ['correct horse battery', true],
    ['xK9#pL2v', true],
    ['日本語の長い合言葉', true],
  ])('of %j: %s', async (password, expected) => {
    expect(await isStrongEnough(password, rules)).toBe(expected);
  });

  it('follows the rules: length counts characters, guesses are estimated', async () => {
    expect(await isStrongEnough('🐎🔋', { passwordMinLength: 3, passwordMinGuesses: 0 })).toBe(false);
    expect(await isStrongEnough('🐎🔋📎', { passwordMinLength: 3, passwordMinGuesses: 0 })).toBe(true);
    expect(await isStrongEnough('correct horse', { passwordMinLength: 6, passwordMinGuesses: 1e15 })).toBe(false);
  });

  it('is estimated while this thread serves other requests', async () => {
    let estimated = 0;
    const all = Array.from({ length: 2 }, () => isStrongEnough(long, rules).then(() => estimated++));
    await setImmediate();

    expect(estimated).toBeLessThan(2);
    await Promise.all(all);
  });

  it('is estimated by a new thread after the last one has ended; a lost estimate may be repeated', async () => {
    const lost = expect(isStrongEnough(long, rules)).rejects.toMatchObject({ status: 503 });
    await endEstimator();

    await lost;
    expect(await isStrongEnough(long, rules)).toBe(true);
  });
});
