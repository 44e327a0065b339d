import { createHmac, randomInt } from 'node:crypto';
import { API_KEY_LENGTH } from '@chat/contracts';
import { API_KEY_PURPOSE, deriveKey, TextSeal } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export type SealedApiKey = ReturnType<ApiKeyVault['seal']>;

/**
 * Makes API keys and their stored form: an HMAC that finds a key, and a text that only the secret of the system opens (for
 * fetch_api_key). A stolen database reveals no key.
 */
@Injectable()
export class ApiKeyVault {
  private readonly indexKey = deriveKey('api key index');
  private readonly textSeal = new TextSeal(API_KEY_PURPOSE);

  create(): string {
    return Array.from({ length: API_KEY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  }

  indexOf(apiKey: string): Buffer {
    return createHmac('sha256', this.indexKey).update(apiKey).digest();
  }

  seal(apiKey: string) {
    return { index: this.indexOf(apiKey), encrypted: this.textSeal.seal(apiKey) };
  }

  /** Returns an empty text for a key that another secret sealed, so that a list shows the other keys. */
  openOrEmpty(encrypted: Buffer): string {
    return this.textSeal.openOrEmpty(encrypted);
  }

  open(encrypted: Buffer): string {
    return this.textSeal.open(encrypted);
  }
}
