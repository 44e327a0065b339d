import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { setting } from '@chat/configuration';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MIN_SECRET_BYTES = 32;

/** Purpose of the key for API keys, and for tokens and signing secrets of bots, at rest and in domain events. */
export const API_KEY_PURPOSE = 'api key encryption';

/** Purpose of the key for the configuration of bots, at rest and in domain events. No client gets it back. */
export const BOT_CONFIGURATION_PURPOSE = 'bot configuration';

/** Encrypts short texts (AES-256-GCM) under the key of one purpose; see {@link deriveKey}. */
export class TextSeal {
  private readonly key: Buffer;

  constructor(purpose: string) {
    this.key = deriveKey(purpose);
  }

  /** Returns nonce, tag and ciphertext, different each time. */
  seal(text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce);
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
  }

  /** Throws for a text that was sealed under another key or changed. */
  open(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.key, sealed.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString();
  }

  /** Like {@link open}, but returns an empty text instead of throwing. */
  openOrEmpty(sealed: Buffer): string {
    try {
      return this.open(sealed);
    } catch {
      return '';
    }
  }
}

/**
 * Derives the 32-byte key of one purpose from the system's secret (`SECRET_KEY`, or the file that `SECRET_KEY_FILE` names: base64 of at
 * least 32 random bytes), so that no two uses share a key. Throws if the secret is too short.
 */
export function deriveKey(purpose: string): Buffer {
  const secret = Buffer.from(setting('SECRET_KEY').trim(), 'base64');
  if (secret.length < MIN_SECRET_BYTES) {
    throw new Error(
      `Set SECRET_KEY (or SECRET_KEY_FILE) to base64 of ${MIN_SECRET_BYTES} random bytes, e.g. from: openssl rand -base64 32`,
    );
  }
  return Buffer.from(hkdfSync('sha256', secret, 'chat', purpose, 32));
}
