import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiKeyVault } from './api-key-vault.js';

const before = process.env['SECRET_KEY'];
beforeEach(() => {
  process.env['SECRET_KEY'] = randomBytes(32).toString('base64');
});
afterEach(() => {
  if (before === undefined) delete process.env['SECRET_KEY'];
  else process.env['SECRET_KEY'] = before;
});

describe('an API key', () => {
  it('is 32 letters and digits, another one each time', () => {
    const vault = new ApiKeyVault();
    const keys = Array.from({ length: 200 }, () => vault.create());

    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(new Set(keys).size).toBe(200);
  });

  it('can be read and found only with the secret', () => {
    const vault = new ApiKeyVault();
    const key = vault.create();
    const [first, second] = [vault.seal(key), vault.seal(key)];

    expect(vault.open(first.encrypted)).toBe(key);
    expect(first.index).toEqual(vault.indexOf(key));
    expect(second.encrypted).not.toEqual(first.encrypted);
    for (const stored of [first.index, first.encrypted]) {
      expect(stored.includes(key)).toBe(false);
      expect(stored).not.toEqual(createHash('sha256').update(key).digest());
    }

    process.env['SECRET_KEY'] = randomBytes(32).toString('base64');
    const other = new ApiKeyVault();
    expect(() => other.open(first.encrypted)).toThrow();
    expect(other.openOrEmpty(first.encrypted)).toBe('');
    expect(vault.openOrEmpty(first.encrypted)).toBe(key);
    expect(other.indexOf(key)).not.toEqual(first.index);
  });

  it('is not read after a change of its stored form', () => {
    const vault = new ApiKeyVault();
    const { encrypted } = vault.seal(vault.create());
    encrypted[encrypted.length - 1] = (encrypted.at(-1) as number) ^ 1;

    expect(() => vault.open(encrypted)).toThrow();
  });

  it('needs a secret of 32 bytes', () => {
    for (const secret of ['', 'short', randomBytes(31).toString('base64')]) {
      process.env['SECRET_KEY'] = secret;
      expect(() => new ApiKeyVault()).toThrow('Set SECRET_KEY');
    }
  });
});
