import { createHash } from 'node:crypto';
import { RECOVERY_CODES } from '@chat/contracts';
import { randomBase32 } from '../mailed-links/link-key.js';

const BYTES = 10;

/** New codes of 80 bits in base32: four groups of four characters, which no code of an app resembles. */
export const newRecoveryCodes = (): readonly string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

const newRecoveryCode = (): string => (randomBase32(BYTES).toUpperCase().match(/.{4}/g) ?? []).join('-');

/** A typed code without the marks that people add or leave out. */
export const normalizedCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** SHA-256, which is slow enough for 80 random bits. */
export const hashOfRecoveryCode = (typed: string): Buffer =>
  createHash('sha256').update(normalizedCode(typed)).digest();
