import { createHmac, randomInt } from 'node:crypto';
import { API_KEY_LENGTH } from '@chat/contracts';
import { API_KEY_PURPOSE, deriveKey, TextSeal } from '@chat/service-kit';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

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
  private readonly textSeal = new TextSeal(API_KEY_PURPOSE);

  create(): string {
    return Array.from({ length: API_KEY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  }

  indexOf(apiKey: string): Buffer {
    return createHmac('sha256', this.indexKey).update(apiKey).digest();
  }

  seal(apiKey: string): SealedApiKey {
    return { index: this.indexOf(apiKey), encrypted: this.textSeal.seal(apiKey) };
  }

  /** Empty when it was sealed under another secret: one key that nobody can read is no reason to show none. */
  openOrEmpty(encrypted: Buffer): string {
    return this.textSeal.openOrEmpty(encrypted);
  }

  open(encrypted: Buffer): string {
    return this.textSeal.open(encrypted);
  }
}
