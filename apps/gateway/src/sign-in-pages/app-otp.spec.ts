import { createDecipheriv } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hiddenKey, isOtp, sealedText } from './app-otp.js';

const digits = (alphabet: string) => fc.string({ unit: fc.constantFrom(...alphabet), minLength: 64, maxLength: 64 });
const otps = fc.oneof(digits('0123456789abcdef'), digits('0123456789ABCDEF'));
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const keys = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 32, maxLength: 32 });

/** XOR of two texts of hexadecimal digits, one digit after the other. */
const xorDigits = (one: string, other: string): string =>
  [...one]
    .map((digit, at) => (Number.parseInt(digit, 16) ^ Number.parseInt(other[at] ?? '', 16)).toString(16))
    .join('');

function unsealed(sealed: string, otp: string): string {
  const bytes = Buffer.from(sealed, 'hex');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(otp, 'hex'), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString();
}

describe('the digits of an app', () => {
  it('hide a key, digit by digit, and give it back', () => {
    fc.assert(
      fc.property(keys, otps, (key, otp) => {
        const hidden = hiddenKey(key, otp);
        expect(hidden).toMatch(/^[0-9a-f]{64}$/);
        expect(hidden).toBe(xorDigits(Buffer.from(key).toString('hex'), otp));
        expect(Buffer.from(xorDigits(hidden, otp), 'hex').toString()).toBe(key);
      }),
    );
  });

  it('hide no key of another length', () => {
    expect(() => hiddenKey('short', '0'.repeat(64))).toThrow('another length');
  });

  it('seal a text that only they open, differently each time', () => {
    fc.assert(
      fc.property(keys, otps, otps, (token, otp, other) => {
        const sealed = sealedText(token, otp);
        expect(sealed).toMatch(new RegExp(`^[0-9a-f]{${2 * (12 + 32 + 16)}}$`));
        expect(unsealed(sealed, otp)).toBe(token);
        expect(sealedText(token, otp)).not.toBe(sealed);
        if (other.toLowerCase() !== otp.toLowerCase()) expect(() => unsealed(sealed, other)).toThrow();
      }),
    );
  });

  it('are 64, hexadecimal', () => {
    fc.assert(fc.property(otps, (otp) => expect(isOtp(otp)).toBe(true)));
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => expect(isOtp(text)).toBe(false)));
    for (const text of ['', 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(64)}\n`, `${'a'.repeat(63)}g`]) {
      expect(isOtp(text)).toBe(false);
    }
  });
});
