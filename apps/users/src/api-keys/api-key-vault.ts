import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomInt } from 'node:crypto';
import { API_KEY_LENGTH } from '@chat/contracts';
import { deriveKey } from '@chat/runtime';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** An API key as it is stored. */
export interface SealedApiKey {
  readonly index: Buffer;
  readonly encrypted: Buffer;
}

/**
 * Makes API keys and turns them into what is stored: found by an HMAC, readable (for fetch_api_key) only with the system's
 * secret. A stolen database gives no key away.
 */
export class ApiKeyVault {
  private readonly indexKey = deriveKey('api key index');
  private readonly encryptionKey = deriveKey('api key encryption');

  create(): string {
    return Array.from({ length: API_KEY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  }

  indexOf(apiKey: string): Buffer {
    return createHmac('sha256', this.indexKey).update(apiKey).digest();
  }

  seal(apiKey: string): SealedApiKey {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.encryptionKey, nonce);
    const text = Buffer.concat([cipher.update(apiKey, 'utf8'), cipher.final()]);
    return { index: this.indexOf(apiKey), encrypted: Buffer.concat([nonce, cipher.getAuthTag(), text]) };
  }

  open(encrypted: Buffer): string {
    const nonce = encrypted.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.encryptionKey, nonce);
    decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString();
  }
}
