import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@chat/contracts';

const BYTES = 10;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** New codes of 80 bits in base32: four groups of four characters, which no code of an app resembles. */
export const newRecoveryCodes = (): readonly string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

function newRecoveryCode(): string {
  const bits = [...randomBytes(BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const characters = (bits.match(/.{5}/g) ?? []).map((group) => ALPHABET[Number.parseInt(group, 2)]).join('');
  return (characters.match(/.{4}/g) ?? []).join('-');
}

/** A typed code without the marks that people add or leave out. */
export const normalizedCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** SHA-256, which is slow enough for 80 random bits. */
export const hashOfRecoveryCode = (typed: string): Buffer =>
  createHash('sha256').update(normalizedCode(typed)).digest();
