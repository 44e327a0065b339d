import { createHash, randomBytes } from 'node:crypto';

/** Makes 24 characters without a remainder. */
const KEY_BYTES = 15;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const KEY = /^[a-z2-7]{24}$/;

/** A secret for a link: 120 bits as 24 characters of lower-case base32 (RFC 4648). */
export function createKey(): string {
  const bits = [...randomBytes(KEY_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('');
}

export const isKey = (text: string): boolean => KEY.test(text);

/** The stored form of a link's secret. Secrets have at least 120 random bits, so the hash needs no salt. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
