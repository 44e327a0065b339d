import { createHash, randomBytes } from 'node:crypto';

const KEY_BYTES = 15;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const KEY = /^[a-z2-7]{24}$/;

/** Random bytes as lower-case base32 (RFC 4648). The number is a multiple of five, which leaves no remainder. */
export function randomBase32(bytes: number): string {
  const bits = [...randomBytes(bytes)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('');
}

/** A secret for a link: 120 bits as 24 characters. */
export const createKey = (): string => randomBase32(KEY_BYTES);

export const isKey = (text: string): boolean => KEY.test(text);

/** The stored form of a link's secret. Secrets have at least 120 random bits, so the hash needs no salt. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
