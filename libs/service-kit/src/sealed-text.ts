import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './secret-keys.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals short texts (AES-256-GCM) under a key that is derived from the system's secret for one purpose. */
export class TextSeal {
  private readonly key: Buffer;

  constructor(purpose: string) {
    this.key = deriveKey(purpose);
  }

  /** Nonce, tag, ciphertext; another one each time. */
  seal(text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce);
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
  }

  /** Throws when it was sealed under another key, or changed since. */
  open(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.key, sealed.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString();
  }

  /** Empty when it cannot be opened: for those who can go on without it. */
  openOrEmpty(sealed: Buffer): string {
    try {
      return this.open(sealed);
    } catch {
      return '';
    }
  }
}

/** What API keys are sealed for: at rest, and in domain events. */
export const API_KEY_PURPOSE = 'api key encryption';
