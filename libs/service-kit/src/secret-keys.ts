import { hkdfSync } from 'node:crypto';
import { setting } from '@chat/configuration';

const MIN_SECRET_BYTES = 32;

/**
 * Derives a 32-byte key for one purpose from the system's secret (`SECRET_KEY`, or the file that `SECRET_KEY_FILE` names:
 * base64 of at least 32 random bytes), so that no two uses share a key.
 */
export function deriveKey(purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', readSecret(), 'chat', purpose, 32));
}

function readSecret(): Buffer {
  const secret = Buffer.from(setting('SECRET_KEY').trim(), 'base64');
  if (secret.length < MIN_SECRET_BYTES) {
    throw new Error(
      `Set SECRET_KEY (or SECRET_KEY_FILE) to base64 of ${MIN_SECRET_BYTES} random bytes, e.g. from: openssl rand -base64 32`,
    );
  }
  return secret;
}
